// What a hostile page tries against a reviewed site; each attempt says what it got. Run by test_page_attacks.py.
async ({ site, note, annotation }) => {
  const told = {};
  const room = document.body;
  const wish = JSON.stringify({ pageUrl: "/", pageTitle: "", note });
  const api = `${site}/__inline-review/api`;
  const client = `${site}/__inline-review/client.js`;
  const { attempt, get, hears, put } = trying(told, room, 6000);
  const post = (path, more, body = wish) => get(api + path, { method: "POST", body, ...more });
  const contentOf = (frame) => {
    try {
      return `read ${frame.contentDocument.body.textContent.slice(0, 80)}`;
    } catch {
      return "opaque";
    }
  };
  const show = (src) => {
    const frame = document.createElement("iframe");
    const shown = hears(frame, "").then(() => contentOf(frame));
    frame.src = src;
    room.append(frame);
    return shown;
  };
  const submit = (target, enctype, name, value) => {
    const frame = Object.assign(document.createElement("iframe"), { name: target });
    room.append(frame);
    const form = Object.assign(document.createElement("form"), { method: "POST", enctype, target, action: `${api}/page-notes` });
    form.append(Object.assign(document.createElement("input"), { name, value }));
    room.append(form);
    const answered = hears(frame, "").then(() => contentOf(frame));
    form.submit();
    return answered;
  };
  const beacon = (type) => navigator.sendBeacon(`${api}/page-notes`, new Blob([wish], { type }));

  const json = { headers: { "Content-Type": "application/json" } };
  const forged = { headers: { "Content-Type": "application/json", "X-Countermark-Site": "0".repeat(64), "X-Page-Host": "localhost" } };
  const plain = { headers: { "Content-Type": "text/plain" }, mode: "no-cors" };
  for (const path of ["/annotations", "/page-notes", "/version", "/export", "/events"]) {
    await attempt(`read cors ${path}`, () => get(api + path, { mode: "cors" }));
    await attempt(`read no-cors ${path}`, () => get(api + path, { mode: "no-cors" }));
  }
  await attempt("read navigate mode", () => get(`${api}/annotations`, { headers: { "X-Page-Sec-Fetch-Site": "same-origin" } }));
  await attempt("post json", () => post("/page-notes", json));
  await attempt("post forged", () => post("/page-notes", forged));
  await attempt("post plain", () => post("/page-notes", plain));
  await attempt("post plain keepalive", () => post("/page-notes", { ...plain, keepalive: true }));
  await attempt("post without a type", () => post("/page-notes", { mode: "no-cors" }, new Blob([wish])));
  await attempt("post form data", () => post("/page-notes", { mode: "no-cors" }, new URLSearchParams({ note, pageUrl: "/" })));
  await attempt("set aside", () => post("/set-aside", plain, "{}"));
  await attempt("patch", () => get(`${api}/annotations/${annotation}`, { method: "PATCH", body: JSON.stringify({ note }), ...json }));
  await attempt("delete", () => get(`${api}/annotations/${annotation}`, { method: "DELETE" }));
  await attempt("method override", () => post(`/annotations/${annotation}?_method=DELETE`, plain));
  await attempt("beacon plain", async () => (beacon("text/plain") ? "sent" : "not sent"));
  await attempt("beacon json", async () => (beacon("application/json") ? "sent" : "not sent"));
  await attempt("form plain", () => submit("plain", "text/plain", `${wish.slice(0, -1)},"x":"`, '"}'));
  await attempt("form urlencoded", () => submit("fields", "application/x-www-form-urlencoded", "note", note));
  await attempt("form multipart", () => submit("parts", "multipart/form-data", "note", note));
  await attempt("client as script", async () => `${await put("script", { src: client })} ${typeof COUNTERMARK_SITE}`);
  await attempt("client as module", () => put("script", { src: client, type: "module" }));
  await attempt("client imported", () => import(client).then(() => "imported"));
  await attempt("client as worker", async () => hears(new Worker(client), "ran"));
  await attempt("client read", () => get(client));
  await attempt("client no-cors", () => get(client, { mode: "no-cors" }));
  await attempt("client as style", () => put("link", { rel: "stylesheet", href: client }));
  await attempt("api as script", () => put("script", { src: `${api}/annotations` }));
  await attempt("api as image", () => put("img", { src: `${api}/annotations` }));
  await attempt("api in a frame", () => show(`${api}/annotations`));
  await attempt("client in a frame", () => show(client));
  await attempt("event source", () => hears(new EventSource(`${api}/events`, { withCredentials: true }), "opened"));
  for (const path of ["/__inline-review/api/events", "/__inline-review", "/mcp"]) {
    await attempt(`web socket ${path}`, () => hears(new WebSocket(site.replace("http", "ws") + path), "opened"));
  }
  return told;
}
