"""A site whose pages a test writes itself, in a real browser, with the painter and the pointing side as one bundle."""

import json
import subprocess
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, Route

from hatch_build import node_command

ROOT = Path(__file__).parents[3]
LATE = ROOT / "src" / "countermark" / "static" / "overlay-late.js"  # as it is shipped
ORIGIN = "http://site.test"
BUNDLE = """
import { build } from "vite";
import { readFileSync } from "node:fs";
const [entry, name] = JSON.parse(process.argv[1]);
const plugins = name === "svelte" ? [{
  name: "svelte",
  transform: async (code, id) => id.endsWith(".svelte")
    ? (await import("svelte/compiler")).compile(code, { generate: "client", dev: false, filename: id }).js
    : undefined,
}] : [];
const [made] = await build({ configFile: false, logLevel: "error", mode: "development", plugins,
  define: { "import.meta.url": '"http://site.test/overlay.js"',
    "process.env.NODE_ENV": '"development"', __VUE_OPTIONS_API__: "true", __VUE_PROD_DEVTOOLS__: "false",
    __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: "false" },
  resolve: { conditions: ["browser", "development"] },
  build: { write: false, minify: name === "air", target: "esnext", lib: { entry, formats: ["iife"], name } } });
process.stdout.write(made.output[0].code);
"""


@cache
def bundle(entry: str, name: str) -> str:
    """A module of web/tests as a classic script that puts its exports under a name."""
    command, environment = node_command()
    arguments = [*command, "--input-type=module", "-e", BUNDLE, json.dumps([f"tests/{entry}", name])]
    done = subprocess.run(arguments, cwd=ROOT / "web", env=environment, capture_output=True, text=True, check=True)
    return done.stdout


def painting() -> str:
    return bundle("overlay.page.ts", "air")


class Site:
    """Pages by path, served from memory; each tab of one browser profile."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.pages: dict[str, str] = {}
        self.files: dict[str, str] = {}  # scripts
        self.headers: dict[str, str] = {}
        self.profile: BrowserContext = self.fresh()

    def fresh(self) -> BrowserContext:
        """Another browser, which has seen nothing."""
        profile = self.browser.new_context(viewport={"width": 900, "height": 700})
        profile.route(f"{ORIGIN}/**", self.answer)
        self.profile = profile
        return profile

    def answer(self, route: Route) -> None:
        path = route.request.url.removeprefix(ORIGIN)
        if path in self.pages:
            route.fulfill(
                body=f"<!doctype html><html><head></head><body>{self.pages[path]}</body></html>",
                content_type="text/html",
                headers=self.headers,
            )
        elif "?late=" in path:
            route.fulfill(body=LATE.read_text(encoding="utf-8"), content_type="text/javascript", headers=self.headers)
        elif path in self.files:
            route.fulfill(body=self.files[path], content_type="text/javascript")
        else:
            route.fulfill(status=404, body="")

    def open(self, body: str, path: str = "/") -> Page:
        """The page with this body, in a new tab, with our bundle in it."""
        self.pages[path] = body
        page = self.profile.new_page()
        page.add_init_script(
            "window.failures = []; addEventListener('error', event => failures.push(String(event.message)))"
        )
        return self.load(page, path)

    def load(self, page: Page, path: str = "/") -> Page:
        page.goto(ORIGIN + path)
        page.add_script_tag(content=painting())
        return page

    def again(self, page: Page, body: str, path: str = "/") -> Page:
        """The same tab, after the page has changed."""
        self.pages[path] = body
        return self.load(page, path)


def annotated(page: Page, what: str) -> list[dict[str, Any]]:
    """Annotations that an expression makes: one, or a list."""
    found = page.evaluate(f"() => [{what}].flat()")
    return list(found)


def show(page: Page, annotations: list[dict[str, Any]]) -> None:
    page.evaluate("async list => { await air.painter.show(list) }", annotations)


def marked(page: Page, annotations: list[dict[str, Any]]) -> list[Mapping[str, Any]]:
    found: list[Mapping[str, Any]] = page.evaluate("list => air.marked(list)", annotations)
    return found


def standings(page: Page, annotations: list[dict[str, Any]]) -> list[str]:
    found: list[str] = page.evaluate("list => air.standings(list)", annotations)
    return found


def lies_over(page: Page, mark: str, range_: str) -> None:
    """Wait until an empty mark lies where a range does; both are expressions."""
    box = "(one => { const {x, y, width, height} = one.getBoundingClientRect();"
    box += " return [x, y, width, height].map(Math.round).join() })"
    page.wait_for_function(f"{box}({mark}) === {box}({range_})")
