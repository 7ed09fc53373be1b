"""Where the files lie that come with the program: demo captures, icons, themes."""

from pathlib import Path

_PACKAGE = Path(__file__).parent


def assets_folder() -> Path:
    """Return the folder of assets: in the installed package, else in the checkout.

    Raises ``FileNotFoundError`` where it is in neither: the installation is broken.
    """
    for folder in (_PACKAGE / "assets", _PACKAGE.parents[1] / "assets"):
        if folder.is_dir():
            return folder
    raise FileNotFoundError("the folder assets is missing: install Wiretail again")
