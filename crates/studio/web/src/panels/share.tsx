// Import and export: link, record in any format, picture, paste.

import { useEffect, useState } from "preact/hooks";
import type { FormatRow } from "../engine/rows";
import { t } from "../texts";
import { Dialog } from "./dialog";
import { savePicture, saveText } from "./save";

interface Props {
  game: string;
  formats: FormatRow[];
  onExport(format: string): Promise<string>;
  onImport(text: string): Promise<boolean>;
  problem: string | null;
  onClose(): void;
}

export function Share({ game, formats, onExport, onImport, problem, onClose }: Props) {
  const writable = formats.filter((each) => each.writes);
  const [format, setFormat] = useState(writable.find((each) => each.format === "moves")?.format ?? writable[0]?.format ?? "");
  const [record, setRecord] = useState("");
  const [pasted, setPasted] = useState("");
  const [notice, setNotice] = useState("");
  useEffect(() => {
    onExport(format).then(setRecord, (error: Error) => setRecord(error.message));
  }, [format, location.href]);
  const copy = (text: string) =>
    navigator.clipboard.writeText(text).then(() => setNotice(t("copied")), () => setNotice(""));
  const readFile = async (file: File | undefined) => {
    if (file) setPasted(await file.text());
  };
  const load = async (text: string) => {
    if (await onImport(text)) onClose();
  };
  return (
    <Dialog title={t("share")} onClose={onClose} wide>
      <label class="field">
        <span>{t("link")}</span>
        <input id="link" readOnly value={location.href} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <footer><button type="button" onClick={() => copy(location.href)}>{t("copy")}</button></footer>
      <label class="field">
        <span>{t("format")}</span>
        <select value={format} onChange={(event) => setFormat(event.currentTarget.value)}>
          {writable.map((each) => <option key={each.format} value={each.format}>{each.format}: {each.about}</option>)}
        </select>
      </label>
      <textarea id="record" aria-label={t("record")} readOnly rows={4} value={record} />
      <footer>
        <button type="button" onClick={() => copy(record)}>{t("copy")}</button>
        <button type="button" onClick={() => saveText(`${game}.${format}`, record)}>{t("download")}</button>
        <button type="button" onClick={() => savePicture(game, "svg")}>{t("picture")} (SVG)</button>
        <button type="button" onClick={() => savePicture(game, "png")}>{t("picture")} (PNG)</button>
      </footer>
      <label class="field column">
        <span>{t("paste")}</span>
        <textarea id="paste" rows={4} value={pasted} onInput={(event) => setPasted(event.currentTarget.value)} />
      </label>
      <label class="field">
        <span>{t("file")}</span>
        <input id="file" type="file" onChange={(event) => void readFile(event.currentTarget.files?.[0])} />
      </label>
      {problem && <p class="problem" role="alert">{problem}</p>}
      <footer>
        <span class="notice" role="status">{notice}</span>
        <button type="button" class="primary" disabled={!pasted.trim()} onClick={() => load(pasted.trim())}>{t("load")}</button>
      </footer>
    </Dialog>
  );
}
