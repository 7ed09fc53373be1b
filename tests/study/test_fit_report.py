import doctest

from wiretail.engine.request.fit import collided, fit_request
from wiretail.profiles import load_profile
from wiretail.study import fit_report as module
from wiretail.study.fit_report import report_lines, report_object

BODY = {"messages": [{"role": "tool", "tool_call_id": "c", "content": "secret" * 4000}]}
RULES = load_profile("wiretail")


def test_the_examples_of_the_docstrings_hold() -> None:
    assert doctest.testmod(module).failed == 0


def test_the_table_says_what_was_cut_where() -> None:
    first, header, row = report_lines(fit_request(BODY, RULES, window_tokens=2000))
    assert first.startswith("The messages cost 6,0")
    assert header.split() == ["what", "where", "before", "after", "reason"]
    assert row.split()[:3] == ["truncated", "/messages/0/content", "24000"]


def test_an_unknown_window_is_said() -> None:
    [line] = report_lines(fit_request(BODY, RULES))
    assert line.endswith("the window is unknown, so nothing was cut.")


def test_a_refusal_lists_its_largest_blocks_and_repeats_nothing() -> None:
    fitted = fit_request(BODY, RULES, window_tokens=10)
    lines = report_lines(fitted)
    assert lines[0].startswith("The request is too large")
    assert lines[-1].startswith("message 0, block 0: ")
    told = report_object(fitted)
    assert told["refusal"]["class"] == "over_window"
    assert told["refusal"]["costs"][0]["message"] == 0
    assert told["decisions"][0]["path"] == "/messages/0/content"
    assert "secret" not in repr((lines, told))


def test_a_collision_has_a_report_too() -> None:
    assert report_object(collided())["refusal"]["code"] == "key_collision"
    assert len(report_lines(collided())) == 3
