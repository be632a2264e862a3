/** One drawing as large as the window, to be scrolled and made larger or smaller; Escape leads back. */
const STEP = 1.25;
const LARGEST = 8;
const SMALLEST = 0.1;

function tool(words: string, name: string, act: () => void): HTMLButtonElement {
  const made = Object.assign(document.createElement("button"), { type: "button", className: "button", textContent: words });
  made.ariaLabel = name;
  made.addEventListener("click", act);
  return made;
}

function headOf(dialog: HTMLDialogElement, zoom: (by: number) => void, fit: () => void): HTMLElement {
  const head = document.createElement("header");
  head.append(
    tool("−", "Smaller", () => zoom(1 / STEP)),
    tool("+", "Larger", () => zoom(STEP)),
    tool("Fit", "Fit into the window", fit),
    tool("Close", "Close", () => dialog.close()),
  );
  return head;
}

export function enlarge(shown: HTMLImageElement): void {
  const dialog = document.createElement("dialog");
  dialog.className = "drawing-dialog";
  dialog.ariaLabel = shown.alt;
  const image = Object.assign(new Image(), { src: shown.src, alt: shown.alt });
  const sheet = Object.assign(document.createElement("div"), { className: "drawing-sheet", tabIndex: 0 });
  sheet.role = "group";
  sheet.ariaLabel = "Drawing";
  sheet.append(image);
  let scale = 1;
  const set = (wanted: number) => {
    scale = Math.min(LARGEST, Math.max(SMALLEST, wanted));
    image.width = Math.round(Number(shown.getAttribute("width")) * scale);
  };
  const fit = () => {
    const { clientWidth, clientHeight } = sheet;
    set(Math.min(clientWidth / Number(shown.getAttribute("width")), clientHeight / Number(shown.getAttribute("height"))));
  };
  dialog.append(headOf(dialog, (by) => set(scale * by), fit), sheet);
  dialog.addEventListener("keydown", (event) => {
    // The desk's own letters are not meant here.
    event.stopPropagation();
    if (event.key === "+" || event.key === "=") set(scale * STEP);
    else if (event.key === "-") set(scale / STEP);
    else if (event.key === "0") fit();
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  sheet.focus();
  fit();
}
