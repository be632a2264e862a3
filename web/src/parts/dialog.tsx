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
    dialog.current?.showModal();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  const outside = (event: MouseEvent) => {
    if (event.target === dialog.current) onClose();
  };
  return (
    <dialog ref={dialog} class={kind} aria-label={title} onClose={onClose} onMouseDown={outside}>
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
