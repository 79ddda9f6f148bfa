// "Would alpha-beta cut here?": the search stops after a move of a node and asks.

import { useMemo, useState } from "preact/hooks";
import { t } from "../texts";
import { type Think } from "./model";
import { explain, longScore, names, windowSoFar, windowText } from "./words";

interface Question {
  /** The step after the move was searched. */
  step: number;
  node: number;
  child: number;
  cuts: boolean;
}

/** Where it is open whether the other moves of a node are searched. */
export function questions(model: Think): Question[] {
  const found: Question[] = [];
  model.events.forEach(({ node: child, isEnter }, index) => {
    const { parent, move, kind } = model.nodes[child]!;
    const next = model.events[index + 1];
    if (isEnter || parent === null || !next || kind === "null-move" || kind === "shallow") return;
    const node = model.nodes[parent]!;
    if (node.parent === null || node.depth === 0) return;
    const isOther = next.isEnter && model.nodes[next.node]!.move !== move;
    const cuts = !next.isEnter && node.reason === "beta" && node.skipped.length > 0;
    if (isOther || cuts) found.push({ step: index + 1, node: parent, child, cuts });
  });
  return found;
}

/** The next question after a step; about every other one is a cut. */
function nextQuestion(all: Question[], step: number, number: number): Question | null {
  const wanted = ((number * 2654435761) >>> 7) % 2 === 0;
  const later = all.filter((each) => each.step > step);
  // Not the very next one, which is often the same node again.
  const some = later.slice(later.length > 8 ? (number * 5) % 4 : 0);
  return some.find((each) => each.cuts === wanted) ?? some[0] ?? null;
}

interface Props {
  model: Think;
  onStep(step: number): void;
  onClose(): void;
}

export function Quiz({ model, onStep, onClose }: Props) {
  const all = useMemo(() => questions(model), [model]);
  const [number, setNumber] = useState(0);
  const [right, setRight] = useState(0);
  const [question, setQuestion] = useState<Question | null>(null);
  const [answer, setAnswer] = useState<boolean | null>(null);
  const ask = () => {
    const next = nextQuestion(all, question ? question.step : 0, number);
    setQuestion(next);
    setAnswer(null);
    if (next) {
      setNumber(number + 1);
      onStep(next.step);
    }
  };
  const reply = (cuts: boolean) => {
    if (!question || answer !== null) return;
    setAnswer(cuts);
    if (cuts === question.cuts) setRight(right + 1);
    onStep(question.step + 1);
  };
  const isDone = number > 0 && !question;
  return (
    <section class="quiz" aria-label={t("think.quiz")}>
      <header>
        <h2>{t("think.quiz")}</h2>
        <span class="muted">{t("think.quizScore", { right, asked: number - (question && answer === null ? 1 : 0) })}</span>
        <button type="button" class="icon" aria-label={t("close")} onClick={onClose}>✕</button>
      </header>
      <div role="status" aria-live="polite">
        {all.length === 0 && <p>{t("think.quizNone")}</p>}
        {isDone && <p>{t("think.quizOver")}</p>}
        {question && <Text model={model} question={question} />}
        {question && answer !== null && (
          <p class={answer === question.cuts ? "right-answer" : "wrong-answer"}>
            <b>{t(answer === question.cuts ? "think.quizRight" : "think.quizWrong")}</b> {reasonFor(model, question)}
          </p>
        )}
      </div>
      <div class="next">
        {question && answer === null && (
          <>
            <button type="button" class="primary" onClick={() => reply(true)}>{t("think.quizCut")}</button>
            <button type="button" class="primary" onClick={() => reply(false)}>{t("think.quizGoOn")}</button>
          </>
        )}
        {all.length > 0 && (!question || answer !== null) && (
          <button type="button" class="primary" onClick={ask}>{t(number === 0 || isDone ? "think.quizStart" : "think.quizNext")}</button>
        )}
      </div>
    </section>
  );
}

function Text({ model, question }: { model: Think; question: Question }) {
  const [node, child] = [model.nodes[question.node]!, model.nodes[question.child]!];
  const { max, min } = names(model);
  const values = {
    max,
    side: node.isMax ? max : min,
    move: child.move ?? "",
    value: child.value === null ? "" : longScore(child.value),
    window: windowText(node.low, node.high),
  };
  return <p>{t("think.quizAsk", values)}</p>;
}

function reasonFor(model: Think, question: Question): string {
  const node = model.nodes[question.node]!;
  if (question.cuts) return explain(model, question.step + 1, null);
  const { low, high } = windowSoFar(model, node, question.step);
  return t("think.quizOpen", { window: windowText(low, high) });
}
