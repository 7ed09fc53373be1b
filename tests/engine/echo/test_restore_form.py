import pytest

from engine.echo.driving import block, call
from wiretail.engine.echo.calls import read_input
from wiretail.engine.echo.restore_form import Form, Probe, agrees, read_form

MALFORMED = Form("exec")


def p(key: str, value: str) -> str:
    return f"<parameter={key}>{value}</parameter>"


@pytest.mark.parametrize(
    ("texts", "holds"),
    [
        (["<tool_call>x"], [True]),
        ([" \n", "", "<tool", "_call>", "anything"], [True] * 5),
        (["<tool", "x"], [True, False]),
        (["a<tool_call>"], [False]),
        (["<tool_", "call>"], [True, True]),
        ([" ", "x", "<tool_call>"], [True, False, False]),
    ],
)
def test_a_block_is_probed_as_it_comes(texts: list[str], holds: list[bool]) -> None:
    probe = Probe()
    assert [probe.feed(text) for text in texts] == holds


@pytest.mark.parametrize(
    ("text", "form"),
    [
        (block("x"), Form("exec", "x")),
        (block("x", tail=""), Form("exec", "x")),
        ("\n" + block("\n x \n", tail="</parameter>\n") + " ", Form("exec", " x ")),
        (block("\r\nx\r\n", tail="</function>\n"), Form("exec", "x")),
        (block("\n\nx", tail=""), Form("exec", "\nx")),
        (block("\rx", tail=""), Form("exec", "\rx")),
        (block("x", "a b"), Form()),
        ("x" + block("x"), Form()),
        (block("x") + "x", MALFORMED),
        (block(block("x")), MALFORMED),
        (block("<function=a"), MALFORMED),
        (
            block(p("k", "\nv\n") + "\n" + p("l", ""), tail="</function>"),
            Form("exec", None, {"k": "v", "l": ""}),
        ),
        (block(p("k", "v"), tail=""), MALFORMED),
        (block(p("k", "v") * 2, tail="</function>"), MALFORMED),
        (block(p(" ", "v"), tail="</function>"), MALFORMED),
        (block(p("k", "v") + "x", tail="</function>"), MALFORMED),
        (block("x" + p("k", "v"), tail="</function>"), MALFORMED),
        (block("<parameter=k>v", tail="</function>"), MALFORMED),
    ],
)
def test_a_whole_block_is_read(text: str, form: Form) -> None:
    assert read_form(text) == form
    assert read_form(text).well_formed is (form not in (Form(), MALFORMED))


@pytest.mark.parametrize(
    ("form", "arguments", "says"),
    [
        (Form("exec", " x "), '{"input":"x\\n"}', True),
        (Form("exec", "x"), '{"k":"x"}', True),
        (Form("exec", "x"), '{"k":"x","l":1}', False),
        (Form("exec", "y"), '{"k":"x"}', False),
        (Form("exec", "x"), "[1]", False),
        (Form("exec", None, {"k": "v", "n": " 1.0 "}), '{"n":1,"k":"v"}', True),
        (Form("exec", None, {"k": "v "}), '{"k":"v"}', False),
        (Form("exec", None, {"k": "true"}), '{"k":1}', False),
        (Form("exec", None, {"k": "x"}), '{"k":1}', False),
        (Form("exec", None, {"k": "v"}), '{"k":"v","n":1}', False),
        (Form("exec", None, {"k": "v"}), "[1]", False),
        (MALFORMED, '{"k":"v"}', False),
    ],
)
def test_a_block_agrees_with_the_input_that_it_says(form: Form, arguments: str, says: bool) -> None:
    assert agrees(form, read_input(call(arguments), one_key=True)) is says
