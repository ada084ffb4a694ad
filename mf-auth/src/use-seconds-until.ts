import { useEffect, useReducer } from 'react';

/** Returns the whole seconds until a time, counting down; 0 once it has passed, or if it is null. */
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
