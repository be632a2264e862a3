// What a hostile page tries against a desk; each attempt says what it got. Run by test_hostile_pages.py.
async ({ desk, review, digest, port }) => {
  const told = {};
  const room = document.getElementById("room");
  const verdict = JSON.stringify({ verdict: "approved", notes: null, shown_sha256: digest, revision: 1 });
  const reviews = `${desk}/api/reviews?status=open`;
  const verdicts = `${desk}/api/reviews/${review}/verdict`;
  const { attempt, get, hears, put } = trying(told, room, 3000);
  const post = (url, body, more) => get(url, { method: "POST", body, ...more });
  const contentOf = (frame) => {
    try {
      return `read ${frame.contentDocument.body.textContent.slice(0, 80)}`;
    } catch {
      return `opaque, ${frame.contentWindow.length} frames`;
    }
  };
  const frameNamed = (name) => {
    const frame = Object.assign(document.createElement("iframe"), { name });
    room.append(frame);
    return frame;
  };
  const submit = (target, enctype, name, value) => {
    const frame = frameNamed(target);
    const form = Object.assign(document.createElement("form"), { method: "POST", enctype, target, action: verdicts });
    form.append(Object.assign(document.createElement("input"), { name, value }));
    room.append(form);
    const answered = hears(frame, "").then(() => contentOf(frame));
    form.submit();
    return answered;
  };
  const show = (src) => {
    const frame = frameNamed("desk");
    const shown = hears(frame, "").then(() => contentOf(frame));
    frame.src = src;
    return shown;
  };

  // Cookies know no ports: these go to the desk as well.
  document.cookie = `countermark-${port}=planted; path=/`;
  document.cookie = `countermark-${port}=planted-deeper; path=/api`;

  const json = { headers: { "Content-Type": "application/json" } };
  const plain = { headers: { "Content-Type": "text/plain" }, mode: "no-cors" };
  await attempt("fetch cors", () => get(reviews, { mode: "cors" }));
  await attempt("fetch no-cors", () => get(reviews, { mode: "no-cors" }));
  await attempt("fetch with a token", () => get(reviews, { headers: { Authorization: `Bearer ${"w".repeat(43)}` } }));
  await attempt("post json", () => post(verdicts, verdict, json));
  await attempt("post plain", () => post(verdicts, verdict, plain));
  await attempt("sign out", () => post(`${desk}/api/sign-out`, "{}", plain));
  await attempt("beacon", async () => (navigator.sendBeacon(verdicts, verdict) ? "sent" : "not sent"));
  await attempt("form plain", () => submit("plain", "text/plain", `${verdict.slice(0, -1)},"x":"`, '"}'));
  await attempt("form urlencoded", () => submit("fields", "application/x-www-form-urlencoded", "verdict", "approved"));
  await attempt("script api", () => put("script", { src: reviews }));
  await attempt("script page", () => put("script", { src: `${desk}/` }));
  await attempt("image", () => put("img", { src: reviews }));
  await attempt("style", () => put("link", { rel: "stylesheet", href: `${desk}/` }));
  await attempt("event source", () => hears(new EventSource(`${desk}/api/feed?since=0`, { withCredentials: true }), "opened"));
  await attempt("web socket", () => hears(new WebSocket(`${desk.replace("http", "ws")}/api/feed`), "opened"));
  await attempt("iframe", () => show(`${desk}/`));
  return told;
}
