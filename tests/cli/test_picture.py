import io
import re
from xml.etree import ElementTree as ET

from rich.console import Console
from rich.text import Text

from wiretail.cli.picture import svg


def drawn(text: str) -> str:
    console = Console(file=io.StringIO(), record=True, width=40)
    console.print(Text(text))
    return svg(console, "title")


def test_a_picture_is_xml_that_asks_for_nothing_from_elsewhere() -> None:
    found = drawn("some <text> & more")
    ET.fromstring(found)
    assert "some" in found
    links = set(re.findall(r"https?://[^\"' ]+", found))
    assert links == {"http://www.w3.org/2000/svg"}
    assert "@font-face" not in found


def test_the_same_text_gives_the_same_picture() -> None:
    assert drawn("a") == drawn("a")
    assert drawn("a") != drawn("b")
