"""What is left out because something is not installed; with ZAREBA_ALL=1, as under `.ci/run`, nothing may be.

And no test measures time: Hypothesis does not either, for a machine may be slow.
"""

from __future__ import annotations

import os
from collections.abc import Generator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")

ALL = bool(os.environ.get("ZAREBA_ALL"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, Any, Any]:
    report = yield
    return insisted(report) if ALL else report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, Any, Any]:
    report = yield
    return insisted(report) if ALL else report


def insisted(report: Any) -> Any:
    """A test that is left out has failed."""
    if report.skipped and not hasattr(report, "wasxfail"):
        why = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome, report.longrepr = "failed", f"Nothing may be left out here. {why}"
    return report
