// The moves of the game, with branches and the marks of a review. A click shows the position.

import { useEffect, useRef } from "preact/hooks";
import { fullLine, type Node } from "../play/tree";
import { t } from "../texts";

const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??", best: "" } as const;

interface Props {
  node: Node;
  onJump(node: Node): void;
  /** Absent where a review is offered elsewhere or runs. */
  onReview?: () => void;
}

export function MoveList({ node, onJump, onReview }: Props) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    // Only the list scrolls, never the page.
    const own = list.current;
    const current = own?.querySelector<HTMLElement>("[aria-current]");
    if (own && current) own.scrollTop = current.offsetTop - own.clientHeight / 2;
  }, [node]);
  const line = fullLine(node);
  const rows: Node[][] = [];
  line.forEach((each, index) => (index % 2 ? rows.at(-1)!.push(each) : rows.push([each])));
  return (
    <section class="moves" aria-label={t("moves")}>
      <header>
        <h2>{t("moves")}</h2>
        {onReview && line.length > 0 && <button type="button" class="link" onClick={onReview}>{t("review")}</button>}
      </header>
      {rows.length === 0 && <p class="muted">{t("noMoves")}</p>}
      <ol ref={list} tabIndex={0} aria-label={t("moves")}>
        {rows.map((row, index) => (
          <li key={index}>
            <span class="count">{index + 1}.</span>
            {row.map((each) => <Move key={each.move + each.ply} node={each} current={node} onJump={onJump} />)}
            {row.flatMap((each) => branches(each)).map((each) => (
              <button key={`b${each.move}${each.ply}`} type="button" class="branch" title={t("instead")} onClick={() => onJump(each)}>
                ({each.move})
              </button>
            ))}
          </li>
        ))}
      </ol>
    </section>
  );
}

function branches(node: Node): Node[] {
  return node.parent?.children.filter((each) => each !== node) ?? [];
}

function Move({ node, current, onJump }: { node: Node; current: Node; onJump(node: Node): void }) {
  const mark = node.mark && node.mark !== "best" ? node.mark : null;
  const title = mark ? `${t(mark)}${node.better ? `, ${t("better", { move: node.better })}` : ""}` : undefined;
  return (
    <button
      type="button" class={`move ${mark ?? ""}`} title={title}
      aria-current={node === current ? "step" : undefined} onClick={() => onJump(node)}
    >
      {node.move}
      {mark && <b>{SIGNS[mark]}</b>}
    </button>
  );
}
