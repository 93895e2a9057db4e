"""Writes what the page knows of the server: its types, and a function for every address.

python scripts/contract.py            web/src/contract.ts and web/src/client.ts, from src/zareba/server/contract.py
python scripts/contract.py --check    only says whether they are what would be written
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from zareba.server import create_app

Json = dict[str, Any]
SOURCES = Path(__file__).resolve().parents[1] / "web" / "src"
HEAD = "/** {} Written by `scripts/contract.py` from `src/zareba/server/contract.py`: change that, not this. */\n"
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
UNUSED = {"HTTPValidationError", "ValidationError"}


def contract() -> Json:
    """The contract as the server tells it at `/api/openapi.json`."""
    told: Json = create_app("sqlite:///:memory:").openapi()
    return told


# --- types --------------------------------------------------------------------------------------------------


def types(told: Json) -> str:
    """Every schema as an interface."""
    schemas = {name: schema for name, schema in told["components"]["schemas"].items() if name not in UNUSED}
    said = [HEAD.format("What the server sends and takes.")]
    said += [_interface(name, schema) for name, schema in sorted(schemas.items())]
    return "\n".join(said)


def _interface(name: str, schema: Json) -> str:
    if "properties" not in schema:
        return "\n".join([*_comment(schema, ""), f"export type {name} = {_type(schema)};", ""])
    lines = [*_comment(schema, ""), f"export interface {name} {{"]
    for key, field in schema.get("properties", {}).items():
        optional = key not in schema.get("required", ())
        lines += _comment(field, "  ")
        lines.append(f"  {key}{'?' if optional else ''}: {_type(field, optional)};")
    return "\n".join([*lines, "}", ""])


def _comment(schema: Json, indent: str) -> Iterator[str]:
    if said := schema.get("description"):
        yield f"{indent}/** {' '.join(said.split())} */"


def _type(schema: Json, optional: bool = False) -> str:
    """A schema as a type. What may be left out is left out: it is never sent as null."""
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[-1]
    if "const" in schema or "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema.get("enum", [schema.get("const")]))
    if choices := schema.get("anyOf") or schema.get("oneOf"):
        found = [_type(choice) for choice in choices if not (optional and choice.get("type") == "null")]
        return " | ".join(dict.fromkeys(found))
    if schema.get("type") == "array":
        return _array(schema)
    if schema.get("type") == "object":
        values = schema.get("additionalProperties", True)
        return f"Record<string, {_type(values) if isinstance(values, dict) else 'unknown'}>"
    return PLAIN.get(str(schema.get("type")), "unknown")


def _array(schema: Json) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(map(_type, schema['prefixItems']))}]"
    found = _type(schema.get("items", {}))
    return f"({found})[]" if " | " in found else f"{found}[]"


# --- calls --------------------------------------------------------------------------------------------------


def client(told: Json) -> str:
    """Every address that takes and gives JSON as a function."""
    calls = [
        _call(path, method.upper(), operation)
        for path, methods in told["paths"].items()
        for method, operation in methods.items()
        if _answer(operation) != "unknown" and not path.endswith("/import")
    ]
    named = sorted(set(re.findall(r"(?:body: |Promise<)(\w+)", "".join(calls))))
    imports = f'import {{ call }} from "./call";\nimport type {{ {", ".join(named)} }} from "./contract";\n'
    return "\n".join([HEAD.format("Every address of the server as a function."), imports, *calls])


def _call(path: str, method: str, operation: Json) -> str:
    name = _camel(operation["operationId"].split("_api_")[0])
    places = re.findall(r"{(\w+)}", path)
    taken = [f"{place}: string" for place in places]
    asked = [one for one in operation.get("parameters", ()) if one["in"] == "query"]
    if asked:
        taken.append(f"query: {{ {'; '.join(map(_parameter, asked))} }} = {{}}")
    if body := operation.get("requestBody"):
        taken.append(f"body: {_type(body['content']['application/json']['schema'])}")
    taken.append("signal?: AbortSignal")
    address = re.sub(r"{(\w+)}", r"${encodeURIComponent(\1)}", path)
    rest = ", ".join(["signal", *(["query"] if asked else []), *(["body"] if body else [])])
    return (
        f"export function {name}({', '.join(taken)}): Promise<{_answer(operation)}> {{\n"
        f'  return call("{method}", `{address}`, {{ {rest} }});\n}}\n'
    )


def _parameter(parameter: Json) -> str:
    optional = not parameter.get("required")
    return f"{parameter['name']}{'?' if optional else ''}: {_type(parameter['schema'], optional)}"


def _answer(operation: Json) -> str:
    """The type of what comes back when all is well."""
    good = next(answer for status, answer in operation["responses"].items() if status.startswith("2"))
    schema = good.get("content", {}).get("application/json", {}).get("schema", {})
    return _type(schema)


def _camel(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(word.title() for word in others)


# ------------------------------------------------------------------------------------------------------------


def written() -> dict[Path, str]:
    """What the two files ought to hold."""
    told = contract()
    return {SOURCES / "contract.ts": types(told), SOURCES / "client.ts": client(told)}


def main() -> int:
    stale = [path for path, text in written().items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    if "--check" in sys.argv[1:]:
        for path in stale:
            print(f"{path.name} is stale: python scripts/contract.py writes it anew.", file=sys.stderr)
        return 1 if stale else 0
    for path, text in written().items():
        path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
