from pathlib import Path

import pytest

from wiretail import assets
from wiretail.assets import assets_folder


def test_the_folder_is_found_in_the_checkout() -> None:
    assert (assets_folder() / "captures" / "split-marker.wtail").is_file()


@pytest.mark.parametrize("inside", ["wiretail/assets", "assets"])
def test_the_package_is_looked_in_first(
    inside: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(assets, "_PACKAGE", tmp_path / "src" / "wiretail")
    folder = tmp_path / "src" / inside if inside != "assets" else tmp_path / "assets"
    folder.mkdir(parents=True)
    assert assets_folder() == folder


def test_a_broken_installation_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assets, "_PACKAGE", tmp_path / "src" / "wiretail")
    with pytest.raises(FileNotFoundError, match="install Wiretail again"):
        assets_folder()
