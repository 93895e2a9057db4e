"""The contract holds for whoever reads it and sends what it allows, or does not: Schemathesis writes the requests."""

from __future__ import annotations

import os
import signal

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.server.helpers import Nursery
from zareba.server.guard import POLICY

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
EACH, MANY = 12, 300
KNOWN = {"system": "heroscape", "scenario": "two-companies"}

pytestmark = pytest.mark.skipif(os.name != "posix", reason="servers are begotten by fork")


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    nursery = Nursery(tmp_path_factory.mktemp("schema") / "games.sqlite")
    with nursery.server() as (client, number):
        yield str(client.base_url).rstrip("/")
        os.kill(number, signal.SIGTERM)
    nursery.close()


@pytest.fixture(scope="module")
def table(address):
    """A game in which people play both sides, and its head: so that some of what is sent is even legal."""
    begun = requests.post(f"{address}/api/games", json={**KNOWN, "seed": 1}, headers={"origin": address}, timeout=30)
    return str(begun.json()["id"])


@pytest.mark.parametrize("examples", [EACH, pytest.param(MANY, marks=pytest.mark.long)])
def test_whatever_is_sent_the_answers_are_those_of_the_contract(address, table, examples):
    """Every address, with what its schema allows and with what it forbids: no fault, no answer that is not stated."""
    contract = schemathesis.openapi.from_url(f"{address}/api/openapi.json")
    known, sent, statuses = {**KNOWN, "game": table}, 0, set[int]()
    for found in contract.get_all_operations():
        assert isinstance(found, Ok)
        operation = found.ok()
        allowed = operation.as_strategy(generation_mode=GenerationMode.POSITIVE)
        forbidden = operation.as_strategy(generation_mode=GenerationMode.NEGATIVE)

        @settings(
            max_examples=examples,
            deadline=None,
            database=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        )
        @given(case=st.one_of(allowed, forbidden), real=st.booleans())
        def holds(case, real):
            nonlocal sent
            if real:
                case.path_parameters.update({name: known[name] for name in case.path_parameters if name in known})
            response = case.call(headers={"origin": address})
            case.validate_response(response, checks=CHECKS)
            assert all(response.headers[name] == [value] for name, value in POLICY.items())
            sent += 1
            statuses.add(response.status_code)

        holds()
    assert sent > 20 * examples / 2
    assert {200, 400, 404} <= statuses
