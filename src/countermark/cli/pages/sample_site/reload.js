// What a dev server does: load the page anew once its file is another one.
let known = "";
setInterval(async () => {
  const answer = document.hidden ? null : await fetch(location.href, { method: "HEAD", cache: "no-store" }).catch(() => null);
  const tag = answer?.ok ? answer.headers.get("etag") : null;
  if (known && tag && tag !== known) location.reload();
  if (tag) known = tag;
}, 700);
