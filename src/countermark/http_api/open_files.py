"""How many files the hub may have open, and how many connections of each door fit into that.

A process that has no descriptor left takes no connection at all and says nothing: so each door gets a share, the person
first, and whoever comes when a share is used up is refused with words.
"""

import os
import resource
from collections.abc import Mapping

from countermark.http_api.guards.response_headers import Kind

FILES_WANTED = 4096  # descriptors: 1,152 connections, the store, and room for what is started
KEPT_FREE = 40  # for the store's own files, page files, programs that are started, connections that are being refused
LEAST: Mapping[Kind, int] = {"browser": 24, "person": 8, "agent": 8}  # three desk pages and two commands at once
PART_OF_BROWSERS = 8  # the browsers' door gets an eighth of what is there, if that is more


def allow_many_files() -> int:
    """Raise the soft limit of open files where the hard one allows, since some systems begin with 256; the limit."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES_WANTED if hard == resource.RLIM_INFINITY else min(FILES_WANTED, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        return wanted
    return FILES_WANTED if soft == resource.RLIM_INFINITY else soft


def open_files() -> int:
    """How many descriptors are in use."""
    return len(os.listdir("/dev/fd"))  # noqa: PTH208  the numbers are of interest, not files


def shares(limit: int, *, in_use: int) -> Mapping[Kind, int]:
    """How many connections each door can have under a limit of open files."""
    free = limit - in_use - KEPT_FREE
    browser = max(LEAST["browser"], free // PART_OF_BROWSERS)
    agent = max(LEAST["agent"], free - browser - LEAST["person"])
    return {"browser": browser, "person": LEAST["person"] if limit < FILES_WANTED else limit, "agent": agent}
