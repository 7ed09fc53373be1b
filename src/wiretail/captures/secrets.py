"""Keys, tokens and cookies in what is kept of a request.

A secret is found by the name of the field that holds it (a header, a JSON key, a query parameter)
and then taken out wherever its value stands again; well-known forms of keys are taken out without a
name.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import unquote_plus

REDACTED = "[redacted]"

#: Names of headers and JSON keys that hold a secret: lower case, without ``-`` and ``_``.
SECRET_NAMES = frozenset(
    {
        "accesskey", "accesskeyid", "accesstoken", "apikey", "apitoken", "authorization",
        "authtoken", "bearertoken", "clientsecret", "cookie", "credentials", "idtoken",
        "ocpapimsubscriptionkey", "password", "privatekey", "proxyauthorization", "refreshtoken",
        "secret", "secretaccesskey", "secretkey", "securitytoken", "sessiontoken", "setcookie",
        "subscriptionkey", "xaccesstoken", "xamzcredential", "xamzsecuritytoken",
        "xamzsignature", "xapikey", "xauthtoken", "xcsrftoken", "xgoogapikey", "xgoogsignature",
    }
)  # fmt: skip

#: Names that mean a secret only in the query of an address: in JSON they are everyday words.
QUERY_NAMES = SECRET_NAMES | {"auth", "code", "credential", "key", "sig", "signature", "token"}

#: Too short to be told from a word of the text: redacted in its field only (code points).
MIN_VALUE = 8

_KNOWN_FORMS = re.compile(
    r"\b(?:sk|pk|rk)-[A-Za-z0-9_-]{16,}"
    r"|\b(?:gh[oprsu]_|github_pat_|glpat-|hf_|gsk_|xox[abprs]-|r8_|pplx-)[A-Za-z0-9_-]{16,}"
    r"|\bA(?:KIA|SIA)[A-Z0-9]{16}\b"
    r"|\bAIza[A-Za-z0-9_-]{30,}"
    r"|\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*"
    r"|(?i:\bbearer) +[A-Za-z0-9._~+/-]{8,}=*"
)
#: One of these stands in each of the known forms, save ``bearer``.
_BEGINNINGS = (
    *("sk-", "pk-", "rk-", "gho_", "ghp_", "ghr_", "ghs_", "ghu_", "github_pat_", "glpat-"),
    *("hf_", "gsk_", "xox", "r8_", "pplx-", "AKIA", "ASIA", "AIza", "eyJ"),
)
_SCHEME = re.compile(r"(?i:bearer|basic|token|apikey) +(\S.*)", re.ASCII)
_QUERY = re.compile(r"([?&;])([^=&;#?\s]{1,64})=([^&;#\s]*)")
_COOKIE = re.compile(r"[^=;\s]+=([^;]*)")


def is_secret_name(name: object, names: frozenset[str] = SECRET_NAMES) -> bool:
    """Tell whether a field of this name holds a secret."""
    return isinstance(name, str) and name.lower().replace("-", "").replace("_", "") in names


def secret_values(value: Any) -> frozenset[str]:
    """Return the secrets that stand in fields of a secret's name, anywhere in a JSON value."""
    return frozenset(part for part in _found(value) if len(part) >= MIN_VALUE)


def redact(value: Any, values: frozenset[str] | None = None) -> Any:
    """Return a JSON value without its secrets.

    ``values`` are secrets that are known from elsewhere, besides those that stand in it.
    """
    known = sorted(secret_values(value) | (values or frozenset()), key=len, reverse=True)
    pattern = re.compile("|".join(map(re.escape, known))) if known else None
    return _redacted(value, pattern)


def redact_values(value: Any, values: frozenset[str]) -> Any:
    """Return a JSON value with only these values taken out, wherever they stand."""
    if not values:
        return value
    longest_first = sorted(values, key=len, reverse=True)
    return _replaced(value, re.compile("|".join(map(re.escape, longest_first))))


def secret_places(text: str) -> list[tuple[int, int]]:
    """Return where well-known forms of keys and query parameters of a secret's name stand."""
    found = [match.span() for match in _KNOWN_FORMS.finditer(text)] if _may_hold(text) else []
    found += [
        match.span(3) for match in _QUERY.finditer(text) if is_secret_name(match[2], QUERY_NAMES)
    ]
    return sorted(found)


def _may_hold(text: str) -> bool:
    """Tell whether any known form may stand in a text; nearly always none does.

    To look for the beginnings as plain words is thirty times as quick as to look for the forms.
    """
    return any(begin in text for begin in _BEGINNINGS) or "bearer " in text.lower()


def _found(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        for _, name, secret in _QUERY.findall(value):
            if is_secret_name(name, QUERY_NAMES):
                yield from {secret, unquote_plus(secret)}
    elif isinstance(value, Mapping):
        for name, field in _fields(value):
            yield from _parts(field) if is_secret_name(name) else _found(field)
    elif _is_list(value):
        for item in value:
            yield from _found(item)


def _fields(value: Mapping[Any, Any]) -> Iterator[tuple[Any, Any]]:
    """Yield the fields of an object; ``{"name": N, "value": V}`` (HAR) is the field N as well."""
    yield from value.items()
    if "value" in value:
        yield value.get("name"), value["value"]


def _parts(secret: Any) -> Iterator[str]:
    """Yield a secret's value, and what stands in it: behind ``Bearer``, in each cookie.

    An object below a secret's name is no secret: a JSON Schema may describe a field of that name.
    """
    if isinstance(secret, str):
        yield secret
        scheme = _SCHEME.fullmatch(secret.strip())
        if scheme:
            yield scheme[1]
        yield from _COOKIE.findall(secret)
    elif _is_list(secret):
        for item in secret:
            yield from _parts(item)
    else:
        yield from _found(secret)


def _redacted(value: Any, known: re.Pattern[str] | None) -> Any:
    if isinstance(value, str):
        return _clean(value, known)
    if isinstance(value, Mapping):
        named = is_secret_name(value.get("name"))
        return {
            _clean(str(key), known): REDACTED
            if _hides(key, item, named=named)
            else _redacted(item, known)
            for key, item in value.items()
        }
    if _is_list(value):
        return [_redacted(item, known) for item in value]
    return value


def _hides(key: object, item: Any, *, named: bool) -> bool:
    if named and key == "value":
        return True
    return is_secret_name(key) and (isinstance(item, str) or _is_list(item))


def _clean(text: str, known: re.Pattern[str] | None) -> str:
    text = _QUERY.sub(_parameter, text)
    if known is not None:
        text = known.sub(REDACTED, text)
    return _KNOWN_FORMS.sub(REDACTED, text)


def _parameter(match: re.Match[str]) -> str:
    separator, name, _ = match.groups()
    return f"{separator}{name}={REDACTED}" if is_secret_name(name, QUERY_NAMES) else match[0]


def _replaced(value: Any, pattern: re.Pattern[str]) -> Any:
    if isinstance(value, str):
        return pattern.sub(REDACTED, value)
    if isinstance(value, Mapping):
        return {key: _replaced(item, pattern) for key, item in value.items()}
    if _is_list(value):
        return [_replaced(item, pattern) for item in value]
    return value


def _is_list(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str | bytes)
