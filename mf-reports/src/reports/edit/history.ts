import { useReducer } from 'react';

export interface History<T> {
  past: readonly T[];
  present: T;
  future: readonly T[];
  /** What the last change was about. Further changes of the same are undone together with it. */
  about: string | null;
}

/** More steps are hardly ever undone one by one. */
const MOST_STEPS = 100;

type Step<T> = { to: T; about: string | null } | 'undo' | 'redo';

export function afterStep<T>(history: History<T>, step: Step<T>): History<T> {
  const { past, present, future, about } = history;
  if (step === 'undo') {
    const before = past.at(-1);
    if (before === undefined) return history;
    return { past: past.slice(0, -1), present: before, future: [present, ...future], about: null };
  }
  if (step === 'redo') {
    const [next, ...rest] = future;
    if (next === undefined) return history;
    return { past: [...past, present], present: next, future: rest, about: null };
  }
  const isMore = step.about !== null && step.about === about;
  return {
    past: isMore ? past : [...past, present].slice(-MOST_STEPS),
    present: step.to,
    future: [],
    about: step.about,
  };
}

/** Keeps a value whose changes can be undone. */
export function useHistory<T>(initial: T) {
  const [{ past, present, future }, go] = useReducer(afterStep<T>, {
    ...{ past: [], present: initial, future: [], about: null },
  });
  return {
    present,
    /** `about` says what is changed: letters typed into the same field are one step. */
    change: (to: T, about: string | null = null) => go({ to, about }),
    undo: past.length > 0 ? () => go('undo') : null,
    redo: future.length > 0 ? () => go('redo') : null,
  };
}
