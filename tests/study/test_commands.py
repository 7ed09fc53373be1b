"""Commands that do again what was done, quoted for a shell."""

import shlex

from wiretail.model.calls import Tool
from wiretail.study.commands import curl_command, inspect_command, open_command, tools_word


def test_only_what_differs_is_said() -> None:
    assert inspect_command("a b.sse", "wiretail") == "wiretail inspect 'a b.sse'"
    assert (
        inspect_command("a", "observe", "any", form="json")
        == "wiretail inspect --profile observe --tools any --format json a"
    )
    assert open_command("", "wiretail") == "wiretail open -"
    assert (
        open_command("a", "observe", "none", "chunk:3")
        == "wiretail open --profile observe --tools none --goto chunk:3 a"
    )


def test_a_request_is_sent_again_by_curl() -> None:
    request = {
        "method": "POST",
        "url": "https://example.test/v1?a=b&c='",
        "headers": [
            {"name": "Authorization", "value": "[redacted]"},
            {"name": "Host", "value": "x"},
            "nonsense",
        ],
        "body": {"a": "it's $(evil)"},
    }
    words = shlex.split(curl_command(request) or "")
    assert words == [
        *("curl", "--no-buffer", "--request", "POST", "https://example.test/v1?a=b&c='"),
        *("--header", "Authorization: [redacted]", "--data-raw", '{"a":"it\'s $(evil)"}'),
    ]
    assert "X: 1" in (curl_command({"url": "u", "headers": {"X": 1}}) or "")
    assert curl_command({"body": {}}) is None


def test_tools_are_written_as_they_are_read() -> None:
    assert tools_word((Tool("Read"),)) == '[{"name":"Read","schema":null}]'
