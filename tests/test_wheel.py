"""The wheel is all there is to install: it holds the built page, and serves it where nobody has Node."""

from __future__ import annotations

import os
import subprocess
import sys
import urllib.request
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[1]
SERVE = """
import sys
import zareba
from zareba.server.run import run
assert zareba.__file__.startswith(sys.argv[1]), zareba.__file__
run(database=":memory:", ready=lambda address: print(address, flush=True))
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    pytest.importorskip("hatchling", reason="Building a wheel needs hatchling.")
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "-w", folder, ROOT]
    subprocess.run(build, check=True, capture_output=True)
    (found,) = folder.glob("zareba-*.whl")
    return found


def test_the_wheel_holds_page_books_scenarios_and_cases(wheel):
    page = ROOT / "src" / "zareba" / "server" / "page"
    wanted = {path.relative_to(ROOT / "src").as_posix() for path in page.rglob("*") if path.is_file()}
    systems = ROOT / "src" / "zareba" / "systems"
    wanted |= {path.relative_to(ROOT / "src").as_posix() for path in systems.rglob("*.toml")}
    wanted |= {path.relative_to(ROOT / "src").as_posix() for path in systems.glob("*/rulebook.md")}
    with ZipFile(wheel) as archive:
        held = set(archive.namelist())
    assert wanted <= held, sorted(wanted - held)
    assert not [name for name in held if name.startswith("web/") or "node_modules" in name]


def served_by(python, folder):
    """What the page and the list of systems are where this Python serves them, and nothing of Node is in the way."""
    bare = {"PATH": "/nowhere", "PYTHONPATH": os.fspath(folder), "HOME": os.fspath(folder)}
    server = subprocess.Popen([python, "-c", SERVE, os.fspath(folder)], stdout=subprocess.PIPE, text=True, env=bare)
    assert server.stdout
    try:
        address = server.stdout.readline().strip()
        told = [urllib.request.urlopen(address + path, timeout=60).read() for path in ("/", "/api/systems")]
    finally:
        server.terminate()
        server.wait(60)
        server.stdout.close()
    return told


def test_what_is_installed_serves_the_page_without_node(wheel, tmp_path):
    with ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    page, systems = served_by(sys.executable, tmp_path)
    assert page == (ROOT / "src" / "zareba" / "server" / "page" / "index.html").read_bytes()
    assert b"heroscape" in systems


@pytest.mark.long
def test_pip_installs_it_into_a_fresh_environment(wheel, tmp_path):
    """With everything that it needs, from wherever this machine gets its packages."""
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "venv"], check=True)
    python = tmp_path / "venv" / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "--quiet", wheel], check=True, capture_output=True)
    page, _ = served_by(python, tmp_path / "venv")
    assert page == (ROOT / "src" / "zareba" / "server" / "page" / "index.html").read_bytes()
