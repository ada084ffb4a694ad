import { useEffect, useReducer } from 'react';

/** Whole seconds until a moment, counted down; 0 once it has come, or where there is none. */
export function useSecondsUntil(until: number | null): number {
  const [, showNext] = useReducer((seconds: number) => seconds + 1, 0);
  const left = secondsUntil(until);
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(showNext, 1_000);
    return () => clearInterval(timer);
  }, [isOver]);
  return left;
}

function secondsUntil(until: number | null) {
  return until === null ? 0 : Math.max(0, Math.ceil((until - Date.now()) / 1_000));
}
