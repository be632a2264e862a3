/** A native modal dialog: the browser keeps the focus inside and gives it back. */
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Icon } from "./icon";

interface Props {
  kind: string;
  title: string;
  onClose: () => void;
  bare?: boolean;
  children: ComponentChildren;
}

export function Dialog({ kind, title, onClose, bare = false, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    const shown = dialog.current;
    shown?.showModal();
    return () => {
      // While it stands open, nothing outside of it takes the focus.
      shown?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  const outside = (event: MouseEvent) => {
    if (event.target === dialog.current) onClose();
  };
  // On Escape at once: the browser tells of the closing a moment later, and the next key is meant for the desk already.
  return (
    <dialog ref={dialog} class={kind} aria-label={title} onCancel={onClose} onClose={onClose} onMouseDown={outside}>
      {bare ? null : (
        <header>
          <h1>{title}</h1>
          <button type="button" class="tool" aria-label="Close" title="Close" onClick={onClose}>
            <Icon shape="close" />
          </button>
        </header>
      )}
      {children}
    </dialog>
  );
}
