"""Page review for `mkdocs serve`, in one line: `countermark` under `plugins`. A build does not know of it."""

import logging
import os
import re
from typing import Any

from mkdocs.config import config_options
from mkdocs.config.base import Config
from mkdocs.plugins import BasePlugin

from countermark.page_side import wsgi

# The preview warns of each answer that is not a plain 200: a note that was made (201), a script that is the same (304).
OURS = re.compile(r'"[A-Z]+ /__inline-review[^" ]* [^"]*" code [1-4][0-9]{2}$')


def is_the_sites(record: logging.LogRecord) -> bool:
    """Whether a line of the preview's log is about the site, or tells that the hub cannot be reached."""
    return OURS.search(record.getMessage()) is None


class PluginOptions(Config):  # type: ignore[no-untyped-call]  # MkDocs says no types of __init_subclass__
    """What can be said in `mkdocs.yml`."""

    storage = config_options.Optional(config_options.Type(str))
    hosts = config_options.ListOfItems(config_options.Type(str), default=[])


class CountermarkPages(BasePlugin[PluginOptions]):  # type: ignore[no-untyped-call]  # as above
    """Stands in front of the live preview; MkDocs calls it there and nowhere else."""

    def on_serve(self, server: Any, /, *, config: Any, **_: Any) -> Any:
        """Puts the review overlay into what the preview sends."""
        root = os.path.dirname(config.config_file_path or "") or os.getcwd()
        storage, hosts = self.config.storage or None, self.config.hosts
        pages = wsgi.CountermarkPages(server.get_app(), root=root, storage=storage, hosts=hosts, debug=True)
        logging.getLogger("mkdocs.livereload").addFilter(is_the_sites)
        # The preview answers each request in a thread of its own, and does not say so.
        server.set_app(lambda environ, start: pages({**environ, "wsgi.multithread": True}, start))
        return server
