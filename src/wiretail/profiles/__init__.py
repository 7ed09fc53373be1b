"""Profiles as data: the shipped TOML files, their JSON Schema, and what loads them."""

from wiretail.profiles.loader import (
    apply_settings,
    load_profile,
    profile_names,
    profile_summaries,
)

__all__ = ["apply_settings", "load_profile", "profile_names", "profile_summaries"]
