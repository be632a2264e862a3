import { useEffect, useState } from "react";

const ROWS = ["Anchor chain", "Brass lamp", "Cork float", "Deck brush"];

/** A router as small as they come: it changes the address and says nothing. */
function usePath() {
  const [path, setPath] = useState(location.pathname);
  useEffect(() => {
    const follow = () => setPath(location.pathname);
    addEventListener("popstate", follow);
    return () => removeEventListener("popstate", follow);
  }, []);
  const go = (event) => {
    event.preventDefault();
    history.pushState(null, "", event.target.pathname);
    setPath(location.pathname);
  };
  return [path, go];
}

function Home() {
  const [clicks, setClicks] = useState(0);
  const [rows, setRows] = useState(ROWS);
  return (
    <main>
      <h1>The chandlery</h1>
      <p id="lead">We sell good rope, honest lamps and the best tar on this coast.</p>
      <p id="parity">You pressed it {clicks % 2 ? "an odd number" : <b>an even number</b>} of times.</p>
      <ul>
        {rows.map((row) => (
          <li key={row}>
            {row} <span className="stock">In stock</span>
          </li>
        ))}
      </ul>
      <button id="count" type="button" onClick={() => setClicks(clicks + 1)}>
        Clicked {clicks} times
      </button>
      <button id="grow" type="button" onClick={() => setRows([`Anker ${rows.length}`, ...rows])}>
        One more
      </button>
    </main>
  );
}

function Prices() {
  return (
    <main>
      <h1>Prices</h1>
      <p id="price">A fathom of rope costs four shillings.</p>
    </main>
  );
}

export function Shop() {
  const [path, go] = usePath();
  return (
    <>
      <nav>
        <a href="/" onClick={go}>
          Home
        </a>{" "}
        <a href="/prices" onClick={go}>
          Prices
        </a>
      </nav>
      {path === "/prices" ? <Prices /> : <Home />}
    </>
  );
}
