// How a hostile page tries something: each attempt says what it got, after `patience` milliseconds that nothing came.
const trying = (told, room, patience) => {
  const attempt = async (name, work) => {
    const late = new Promise((done) => setTimeout(done, patience, "nothing came"));
    told[name] = String(await Promise.race([work().catch((error) => `refused: ${error.name}`), late]));
  };
  const get = async (url, more) => {
    const answer = await fetch(url, { credentials: "include", ...more });
    return `${answer.type} ${answer.status} ${(await answer.text()).slice(0, 80)}`;
  };
  const hears = (thing, good) =>
    new Promise((done) => {
      thing.onload = thing.onopen = thing.onmessage = () => done(good);
      thing.onerror = () => done("error");
    });
  const put = (tag, attributes) => {
    const element = Object.assign(document.createElement(tag), attributes);
    const heard = hears(element, "loaded");
    room.append(element);
    return heard;
  };
  return { attempt, get, hears, put };
};
