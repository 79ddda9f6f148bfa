// The list of keys.

import { type Key, t } from "../texts";
import { Dialog } from "./dialog";

const KEYS: [string, Key][] = [
  ["← ↑ → ↓", "keyArrows"],
  ["Enter", "keyEnter"],
  ["U", "keyUndo"],
  ["R", "keyRedo"],
  ["H", "keyHint"],
  ["␣", "keySpace"],
  ["F", "keyFlip"],
  ["[ ]", "keyBrackets"],
  ["N", "keyNew"],
  ["?", "keyHelp"],
];

export function Keys({ onClose }: { onClose(): void }) {
  return (
    <Dialog title={t("keys")} onClose={onClose}>
      <dl class="keys">
        {KEYS.map(([key, text]) => (
          <div key={key}><dt><kbd>{key}</kbd></dt><dd>{t(text)}</dd></div>
        ))}
      </dl>
    </Dialog>
  );
}
