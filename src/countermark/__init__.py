"""Countermark: the one local desk where coding agents ask and a person answers."""

__version__ = "0.1.0"
