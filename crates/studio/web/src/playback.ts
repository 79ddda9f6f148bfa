// Playing back what a search did.

import { useEffect, useRef } from "preact/hooks";

/** Calls back with the number of steps to go, at a rate per second, while it plays. */
export function usePlayback(playing: boolean, perSecond: number, onSteps: (by: number) => void) {
  const callback = useRef(onSteps);
  callback.current = onSteps;
  useEffect(() => {
    if (!playing) return;
    let before = performance.now();
    let rest = 0;
    let frame = requestAnimationFrame(function next(now) {
      rest += ((now - before) / 1000) * perSecond;
      before = now;
      const steps = Math.floor(rest);
      rest -= steps;
      if (steps > 0) callback.current(steps);
      frame = requestAnimationFrame(next);
    });
    return () => cancelAnimationFrame(frame);
  }, [playing, perSecond]);
}
