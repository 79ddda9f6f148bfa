// The effective configuration as TOML, to read and to change. Errors name the line.

import { useEffect, useRef, useState } from "preact/hooks";
import type { EngineChoice } from "../engine/client";
import { t } from "../texts";
import { Dialog } from "./dialog";

interface Props {
  onRead(): Promise<string>;
  onApply(engine: EngineChoice): Promise<void>;
  onClose(): void;
}

export function ConfigEditor({ onRead, onApply, onClose }: Props) {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState("");
  const [notice, setNotice] = useState("");
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    onRead().then(setText, (error: Error) => setProblem(error.message));
  }, []);
  const apply = async () => {
    setProblem("");
    setNotice("");
    try {
      await onApply({ toml: text });
      setNotice(t("applied"));
    } catch (error) {
      const message = (error as Error).message;
      setProblem(message);
      select(area.current, Number(/^config:(\d+)/.exec(message)?.[1]));
    }
  };
  return (
    <Dialog title={t("config")} onClose={onClose} wide>
      <p class="muted">{t("configAbout")}</p>
      <textarea
        id="config" ref={area} aria-label={t("config")} class="code" rows={20} spellcheck={false} value={text}
        aria-invalid={problem !== ""} onInput={(event) => setText(event.currentTarget.value)}
      />
      {problem && <p class="problem" role="alert">{problem}</p>}
      <footer>
        <span class="notice" role="status">{notice}</span>
        <button type="button" onClick={onClose}>{t("close")}</button>
        <button type="button" class="primary" onClick={apply}>{t("apply")}</button>
      </footer>
    </Dialog>
  );
}

/** Selects a line, counted from 1, and scrolls to it. */
function select(area: HTMLTextAreaElement | null, line: number) {
  if (!area || !Number.isInteger(line)) return;
  const lines = area.value.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  area.focus();
  area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
  area.scrollTop = (area.scrollHeight / lines.length) * Math.max(line - 5, 0);
}
