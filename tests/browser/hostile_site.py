"""A web site of somebody else on the same machine, which tries to read the desk and to press its buttons."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PAGE = b"<!doctype html><title>A nice page</title><h1>A nice page</h1><div id=room></div>"

# Each attempt says what it got; nothing it could read may be more than an error or an opaque answer.
ATTEMPTS = """async ({desk, review, digest, port}) => {
  const told = {}, room = document.getElementById('room');
  const verdict = JSON.stringify({verdict: 'approved', notes: null, shown_sha256: digest, revision: 1});
  const attempt = async (name, work) => {
    const late = new Promise(done => setTimeout(done, 3000, 'nothing came'));
    told[name] = String(await Promise.race([work().catch(error => 'refused: ' + error.name), late]));
  };
  const read = async answer => answer.type + ' ' + answer.status + ' ' + (await answer.text()).slice(0, 80);
  const hears = (thing, good) => new Promise(done => { thing.onload = thing.onopen = thing.onmessage = () => done(good); thing.onerror = () => done('error'); });
  const put = (tag, attributes, good) => { const one = Object.assign(document.createElement(tag), attributes), heard = hears(one, good); room.append(one); return heard; };
  const frame = name => { const one = document.createElement('iframe'); one.name = name; room.append(one); return one; };
  const submit = (name, enctype, field, value) => new Promise(done => {
    const into = frame(name), form = Object.assign(document.createElement('form'), {method: 'POST', enctype, target: name, action: `${desk}/api/reviews/${review}/verdict`});
    form.append(Object.assign(document.createElement('input'), {name: field, value}));
    room.append(form); into.onload = () => { try { done('read ' + into.contentDocument.body.textContent.slice(0, 80)); } catch { done('opaque'); } }; form.submit();
  });
  document.cookie = `countermark-${port}=planted; path=/`;
  document.cookie = `countermark-${port}=planted-deeper; path=/api`;
  await attempt('fetch cors', async () => read(await fetch(`${desk}/api/reviews?status=open`, {credentials: 'include', mode: 'cors'})));
  await attempt('fetch no-cors', async () => read(await fetch(`${desk}/api/reviews?status=open`, {credentials: 'include', mode: 'no-cors'})));
  await attempt('post json', async () => read(await fetch(`${desk}/api/reviews/${review}/verdict`, {method: 'POST', credentials: 'include', headers: {'Content-Type': 'application/json'}, body: verdict})));
  await attempt('post plain', async () => read(await fetch(`${desk}/api/reviews/${review}/verdict`, {method: 'POST', credentials: 'include', mode: 'no-cors', headers: {'Content-Type': 'text/plain'}, body: verdict})));
  await attempt('sign out', async () => read(await fetch(`${desk}/api/sign-out`, {method: 'POST', credentials: 'include', mode: 'no-cors', body: '{}'})));
  await attempt('beacon', async () => { navigator.sendBeacon(`${desk}/api/reviews/${review}/verdict`, verdict); return 'sent'; });
  await attempt('form plain', () => submit('plain', 'text/plain', verdict.slice(0, -1) + ',"x":"', '"}'));
  await attempt('form urlencoded', () => submit('urlencoded', 'application/x-www-form-urlencoded', 'verdict', 'approved'));
  await attempt('script api', () => put('script', {src: `${desk}/api/reviews?status=open`}, 'loaded'));
  await attempt('script page', () => put('script', {src: `${desk}/`}, 'loaded'));
  await attempt('image', () => put('img', {src: `${desk}/api/reviews?status=open`}, 'loaded'));
  await attempt('style', () => put('link', {rel: 'stylesheet', href: `${desk}/`}, 'loaded'));
  await attempt('event source', () => hears(new EventSource(`${desk}/api/feed?since=0`, {withCredentials: true}), 'opened'));
  await attempt('web socket', () => hears(new WebSocket(desk.replace('http', 'ws') + '/api/feed'), 'opened'));
  await attempt('iframe', async () => { const one = frame('desk'); one.src = desk + '/'; await new Promise(done => one.onload = done);
    try { return 'read ' + one.contentDocument.body.textContent.slice(0, 80); } catch { return `opaque, ${one.contentWindow.length} frames`; } });
  return told;
}"""

# With the hand of the person: the browser opens no window for a page that was not touched.
OPEN_WINDOW = "desk => { document.body.onclick = () => { window.opened = window.open(desk + '/'); }; }"
REACH_WINDOW = """() => { try { return 'read ' + window.opened.document.body.textContent.slice(0, 80); }
  catch (error) { return window.opened.closed ? 'cut off' : 'refused: ' + error.name; } }"""


class NicePage(BaseHTTPRequestHandler):
    """The same page for every address, and for everybody: also a desk that forgot to protect itself."""

    def do_GET(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.send_response(200)
        self.send_header("Access-Control-Allow-Origin", self.headers.get("Origin", "*"))
        self.send_header("Access-Control-Allow-Credentials", "true")
        self.send_header("Access-Control-Allow-Headers", "Content-Type")
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(PAGE)))
        self.end_headers()
        self.wfile.write(PAGE)

    do_POST = do_OPTIONS = do_GET

    def log_message(self, format: str, *args: object) -> None:
        """Nobody reads this site's log."""


@contextmanager
def site() -> Iterator[int]:
    """The site's port, while inside."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), NicePage)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
