// The tree of one search: drag to move, wheel or buttons to zoom, click to go to a node.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { isDark } from "../theme";
import { t } from "../texts";
import { type Layout, layOut } from "./layout";
import { nodeAt, pathTo, type Think } from "./model";
import { fit, follow, MARGIN, paint, type Sight } from "./picture";

interface Props {
  model: Think;
  step: number;
  whole: boolean;
  label: string;
  sizes: Map<string, number> | null;
  /** Go to the event at which this node is left, or entered if it has not been left. */
  onSelect(node: number): void;
}

/** Smaller than this the texts cannot be read. */
const LEAST_SCALE = 0.7;
/** Between a click and a drag, in pixels. */
const SLIP = 5;

/** The layout of the complete tree, or of the current line and what branches off it. */
function useLayout(model: Think, step: number, whole: boolean, height: number): Layout {
  const current = nodeAt(model, step);
  const path = current ? pathTo(model, current.index) : [];
  return useMemo(() => {
    const shown = path.length ? path.map((node) => node.index) : model.roots.slice(0, 1);
    return layOut(model, whole ? null : new Set(shown), height - MARGIN);
  }, [model, whole, height, whole ? 0 : (current?.index ?? -1)]);
}

export function TreeView({ model, step, whole, label, sizes, onSelect }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const chosen = useRef(false);
  const drag = useRef<{ x: number; y: number; moved: boolean } | null>(null);
  const [sight, setSight] = useState<Sight>({ x: 0, y: 0, scale: 1 });
  const [size, setSize] = useState({ width: 0, height: 0 });
  const layout = useLayout(model, step, whole, size.height);
  const current = nodeAt(model, step);

  useLayoutEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const watch = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  // A tree is shown completely if it stays readable and the user has not chosen the sight; else the sight follows
  // the current node.
  useEffect(() => {
    chosen.current = false;
  }, [model, whole]);
  useEffect(() => {
    const place = layout.placed[layout.place[current?.index ?? model.roots.at(-1) ?? 0] ?? -1];
    if (!size.width || drag.current) return;
    const all = fit(layout, size.width, size.height);
    setSight((old) => {
      if (!chosen.current && all.scale >= LEAST_SCALE) return all;
      const from = chosen.current ? old : { ...old, scale: 1, y: -MARGIN };
      return place ? follow(from, layout, place.x, place.y, size.width, size.height) : from;
    });
  }, [model, step, layout, size.width, size.height]);
  useEffect(() => {
    if (canvas.current) paint(canvas.current, { model, layout, step, sight, dark: isDark(), sizes });
  });

  const zoom = (by: number, x = size.width / 2, y = size.height / 2) => {
    chosen.current = true;
    setSight((old) => {
      const scale = Math.min(Math.max(old.scale * by, Math.min(0.02, size.width / layout.width)), 2.5);
      return { scale, x: old.x + x / old.scale - x / scale, y: old.y + y / old.scale - y / scale };
    });
  };
  const showAll = () => {
    chosen.current = true;
    setSight(fit(layout, size.width, size.height));
  };
  const point = (event: MouseEvent) => {
    const box = canvas.current!.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const onPointerMove = (event: PointerEvent) => {
    if (!drag.current) return;
    const { x, y } = point(event);
    const [right, down] = [x - drag.current.x, y - drag.current.y];
    if (!drag.current.moved && Math.hypot(right, down) < SLIP) return;
    drag.current = { x, y, moved: true };
    chosen.current = true;
    setSight((old) => ({ ...old, x: old.x - right / old.scale, y: old.y - down / old.scale }));
  };
  const onPointerUp = (event: PointerEvent) => {
    const clicked = drag.current && !drag.current.moved;
    drag.current = null;
    if (!clicked) return;
    const { x, y } = point(event);
    const found = nearest(model, layout, step, sight.x + x / sight.scale, sight.y + y / sight.scale);
    if (found !== null) onSelect(found);
  };
  return (
    <div class="tree-frame">
      <canvas
        ref={canvas} class="tree" role="application" tabIndex={0} aria-label={label}
        onPointerDown={(event) => {
          canvas.current?.setPointerCapture(event.pointerId);
          drag.current = { ...point(event), moved: false };
        }}
        onPointerMove={onPointerMove} onPointerUp={onPointerUp} onPointerCancel={() => (drag.current = null)}
        onWheel={(event) => {
          event.preventDefault();
          const { x, y } = point(event);
          zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15, x, y);
        }}
      />
      <div class="tree-zoom">
        <button type="button" aria-label={t("think.zoomIn")} title={t("think.zoomIn")} onClick={() => zoom(1.4)}>+</button>
        <button type="button" aria-label={t("think.zoomOut")} title={t("think.zoomOut")} onClick={() => zoom(1 / 1.4)}>−</button>
        <button type="button" aria-label={t("think.fit")} title={t("think.fit")} onClick={showAll}>⤢</button>
      </div>
    </div>
  );
}

/** The node that is drawn at a point. */
function nearest(model: Think, layout: Layout, step: number, x: number, y: number): number | null {
  let best: number | null = null;
  let least = 20;
  for (const placed of layout.placed) {
    const distance = Math.hypot(placed.x - x, placed.y - y);
    if (distance < least && model.nodes[placed.node]!.enter < step) [best, least] = [placed.node, distance];
  }
  return best;
}
