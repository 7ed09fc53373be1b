"""The command ``wiretail``: its subcommands, its exit codes, what it says when it cannot go on.

Help of the group needs this table only. A command's module is imported when the command is used,
and nothing heavy before that.
"""

import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from io import StringIO

import click

from wiretail.cli.streams import silence, stand_in, use_utf8
from wiretail.errors import WiretailError

#: name -> (module of this package, one line). The command stands there under the name ``command``.
COMMANDS = {
    "conform": ("conform", "Run vectors against the engine."),
    "convert": ("convert", "Write a capture in another format."),
    "demo": ("demo", "Take the tour: in a window, or in the terminal."),
    "fit": ("fit", "Make a request fit the model's context window."),
    "formats": ("formats", "List the capture formats."),
    "inspect": ("inspect", "Say what is wrong with a capture, and show its timeline."),
    "open": ("open", "Open captures in windows."),
    "profiles": ("profiles", "List the profiles."),
    "report": ("html_report", "Write a capture and what became of it as one HTML file."),
}

DONE = 0
ANSWER_IS_NO = 1
CANNOT = 2
INTERRUPTED = 130
BROKEN_PIPE = 141


class _Commands(click.Group):
    def invoke(self, ctx: click.Context) -> int:
        try:
            answer = super().invoke(ctx)
        except BrokenPipeError:  # caught here: click would make a 1 of it, which means no
            silence(sys.stdout)
            return BROKEN_PIPE
        return answer if isinstance(answer, int) else DONE

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click asks so
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return super().get_command(ctx, cmd_name)
        module = import_module(f"wiretail.cli.{COMMANDS[cmd_name][0]}")
        command = module.command
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name][1]) for name in sorted(COMMANDS)])


def _print_version(ctx: click.Context, _option: click.Parameter, wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version  # noqa: PLC0415 - late: it loads an e-mail parser

        click.echo(f"wiretail {version('wiretail')}")
        ctx.exit()


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    no_args_is_help=True,
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Show the version and exit.",
)
def group() -> None:
    """The debugger for model streams.

    It turns the raw bytes that a model provider sends into a clean, ordered timeline, and says why
    it did what it did. PATH may be - for standard input.

    \b
    Exit codes: 0 done, 1 the answer is no (refused, differs, fails), 2 cannot read, wrong usage.

    \b
    Example:
      wiretail inspect recording.sse
    """


def run(arguments: Sequence[str]) -> int:
    """Run the command line; returns the exit code, and never raises for what a user can cause."""
    stand_in()
    use_utf8()
    try:
        answer = group.main(list(arguments), prog_name="wiretail", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.Abort:  # also what click makes of Ctrl-C
        return INTERRUPTED
    except KeyboardInterrupt:
        return INTERRUPTED
    except click.ClickException as error:
        _show(error)
        return CANNOT
    except WiretailError as error:
        _complain(str(error))
        return CANNOT
    except BrokenPipeError:
        silence(sys.stdout)
        return BROKEN_PIPE
    except OSError as error:  # a full disk, a closed terminal
        _complain(error.strerror or str(error))
        return CANNOT
    return answer if isinstance(answer, int) else DONE


def _complain(words: str) -> None:
    """Say on standard error why it cannot go on; if that cannot be written, the exit code says it.

    Only there: words that are lost must not turn "cannot" into another answer.
    """
    _say(f"wiretail: {words}\n")


def _say(words: str) -> None:
    try:
        click.echo(words, nl=False, err=True)
    except OSError:
        with suppress(OSError):
            silence(sys.stderr)


def _show(error: click.ClickException) -> None:
    """Show what is wrong with the words of the command line, which may hold anything."""
    from wiretail.study.visible import visible  # noqa: PLC0415 - late: only mistakes need it

    said = StringIO()
    error.show(said)
    _say("\n".join(map(visible, said.getvalue().split("\n"))))
