"""GitHub workflows: existing make targets, publication of the default branch whatever its name, and PyPI only on demand."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from rules_engine.cli.new_site import TEMPLATES

ROOT = Path(__file__).resolve().parents[1]
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
OURS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
SITE, RELEASE = ROOT / ".github/workflows/site.yml", ROOT / ".github/workflows/release.yml"
NEW_SITE = TEMPLATES / "dot-github" / "workflows" / "site.yml"
DEFAULT_BRANCH = "github.ref == format('refs/heads/{0}', github.event.repository.default_branch)"


def read(workflow: Path) -> Any:
    """Parse a workflow. The base loader keeps the key ``on`` as a string."""
    return yaml.load(workflow.read_text(encoding="utf-8"), yaml.BaseLoader)


def runs(job: Any) -> str:
    """Return the shell commands in a job."""
    return "\n".join(step.get("run", "") for step in job["steps"])


@pytest.mark.parametrize("workflow", [*OURS, NEW_SITE], ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_workflow_may_read_and_each_job_ends(workflow: Path) -> None:
    whole = read(workflow)
    assert whole["permissions"] == {"contents": "read"}
    for job in whole["jobs"].values():
        assert max(map(int, re.findall(r"\d+", str(job["timeout-minutes"])))) < 360, "GitHub ends a job after six hours itself"
        assert all("uses" in step or "run" in step for step in job["steps"])


def test_there_is_each_target_that_they_make() -> None:
    targets = set(re.findall(r"^([a-z-]+):", MAKEFILE, re.MULTILINE))
    for workflow in OURS:
        whole = read(workflow)
        named = re.findall(r"^make ([a-z-]+)", "\n".join(map(runs, whole["jobs"].values())), re.MULTILINE)
        matrix = whole["jobs"].get("test", {}).get("strategy", {}).get("matrix", {}).get("include", [])
        # The possible values of a conditional expression such as `${{ this && 'check' || 'test' }}`.
        named += [name for each in matrix for name in re.findall(r"(?:&& |\|\| |^)'?([a-z]+)'?(?= \|\|| }}|$)", each["make"])]
        assert named
        assert set(named) <= targets, workflow.name


def test_an_action_has_one_version() -> None:
    texts = [workflow.read_text(encoding="utf-8") for workflow in [*OURS, NEW_SITE]]
    used = {use for text in texts for use in re.findall(r"uses: (\S+)@(\S+)", text)}
    assert len({action for action, _ in used}) == len(used), sorted(used)


def test_actions_are_pinned_by_commit() -> None:
    """Actions are pinned by commit hash, because a tag can be moved."""
    for workflow in [*OURS, NEW_SITE]:
        for use in re.findall(r"uses: (.*)", workflow.read_text(encoding="utf-8")):
            assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}  # v\d+\.\d+\.\d+", use), f"{workflow.name}: {use}"


def test_newer_actions_and_locked_packages_are_offered() -> None:
    ours, new = (yaml.safe_load(file.read_text(encoding="utf-8"))["updates"] for file in (
        ROOT / ".github" / "dependabot.yml", TEMPLATES / "dot-github" / "dependabot.yml"))
    assert {each["package-ecosystem"]: each["directory"] for each in ours} == {
        "github-actions": "/", "pip": "/requirements", "npm": "/"}
    assert {each["package-ecosystem"]: each["directory"] for each in new} == {"github-actions": "/", "pip": "/"}


def test_every_installed_package_is_locked() -> None:
    """Otherwise, a stranger could register a name that is still free on the package index."""
    texts = [workflow.read_text(encoding="utf-8") for workflow in [*OURS, NEW_SITE]] + [MAKEFILE]
    installs = [line for text in texts for line in re.findall(r"^(?!PIP :=).*(?:pip install|\$\(PIP\)) .*", text, re.MULTILINE)]
    locked = "--require-hashes|--no-index|--no-deps|uv==|\\.\\[bench\\]"     # the last one is for interactive use
    assert len(installs) > 8
    assert [line for line in installs if not re.search(locked, line)] == []


@pytest.mark.parametrize("workflow", [SITE, NEW_SITE], ids=["ours", "of new-site"])
def test_the_default_branch_is_published_whatever_its_name(workflow: Path) -> None:
    whole = read(workflow)
    first, *_, last = whole["jobs"].values()
    assert "refs/heads/main" not in workflow.read_text(encoding="utf-8")
    assert whole["on"]["push"] == {"branches": ["**"]}, "no tags"
    assert first["if"] == f"github.event_name != 'push' || {DEFAULT_BRANCH}"
    assert (last if "if" in last else whole["jobs"][last["needs"]])["if"].startswith(DEFAULT_BRANCH + " && ")
    assert last["environment"]["name"] == "github-pages"


@pytest.mark.parametrize("workflow", [*OURS, NEW_SITE], ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_job_that_may_write_runs_nothing_that_was_installed_and_no_job_keeps_a_token(workflow: Path) -> None:
    for name, job in read(workflow)["jobs"].items():
        writes = "write" in job.get("permissions", {}).values()
        assert not (writes and any("run" in step or "actions/checkout@" in step["uses"] for step in job["steps"])), name
        for step in job["steps"]:
            kept = step.get("with", {}).get("persist-credentials", "true")
            assert "actions/checkout@" not in step.get("uses", "") or kept == "false", name
            assert "${{" not in step.get("run", "") or "matrix." in step["run"], "a value goes into a script by its environment"


def test_an_older_build_is_never_published_after_a_newer_one() -> None:
    whole = read(SITE)
    for one in (whole, read(NEW_SITE)):
        assert not any("concurrency" in job for job in one["jobs"].values()), "a run waits as a whole, from its test on"
    assert read(NEW_SITE)["concurrency"] == {"group": "site-${{ github.ref }}",
                                             "cancel-in-progress": "${{ github.event_name == 'pull_request' }}"}
    assert whole["concurrency"] == {"group": "site-${{ github.event_name == 'schedule' && github.run_id || github.ref }}",
                                    "cancel-in-progress": "${{ github.event_name == 'pull_request' }}"}
    assert "schedule" not in whole["jobs"]["build"]["if"]


def test_a_pull_request_is_tested_quickly_and_publishing_waits_for_each_test_in_a_browser_once() -> None:
    whole = read(SITE)
    first, second = (each["make"] for each in whole["jobs"]["test"]["strategy"]["matrix"]["include"])
    assert "github.event_name == 'pull_request' && 'check'" in first
    assert first.endswith("|| 'test' }}")
    assert second == "check"
    build = whole["jobs"]["build"]
    assert build["needs"] == "test"
    assert not re.search(r"make (test|check|thorough|in-)", runs(build))
    assert "pull_request" not in build["if"]
    assert whole["jobs"]["publish"]["needs"] == "build"


def test_pypi_is_off_until_a_variable_says_otherwise() -> None:
    whole = read(RELEASE)
    assert whole["on"]["push"] == {"tags": ["v*"]}
    make, publish = whole["jobs"]["make"], whole["jobs"]["publish"]
    assert "make release-check" in runs(make)
    assert publish["needs"] == "make"
    assert publish["if"] == "vars.PUBLISH_TO_PYPI == 'true' && github.ref_type == 'tag'"
    assert publish["permissions"] == {"id-token": "write"}
    assert "secrets" not in RELEASE.read_text(encoding="utf-8")
    kept = {step["with"]["name"] for step in make["steps"] if "upload-artifact" in step.get("uses", "")}
    assert kept == set(publish["strategy"]["matrix"]["distribution"]) == {"followsuit", "followsuit-runtime"}
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert all(f"`pypi-{distribution}`" in readme for distribution in kept)
