// A modal dialogue: the browser's own, with a title and a way out.

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../texts";

export function Dialog(props: { title: string; onClose(): void; children: ComponentChildren; wide?: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog} class={props.wide ? "wide" : ""} aria-labelledby="dialog-title" onCancel={props.onClose}
      onClick={(event) => event.target === dialog.current && props.onClose()}
    >
      <div class="dialog">
        <header>
          <h2 id="dialog-title">{props.title}</h2>
          <button type="button" class="icon" aria-label={t("close")} onClick={props.onClose}>✕</button>
        </header>
        {props.children}
      </div>
    </dialog>
  );
}
