import { useEffect, useRef, type RefObject } from 'react';

/** What is hardly in view isn't seen. */
const LEAST_PX = 96;

/**
 * Returns a ref, and a function that announces that its element is about to show something else, which is then brought
 * into view. `shown` says what it shows.
 */
export function useInView<Of extends HTMLElement>(shown: unknown): [RefObject<Of | null>, () => void] {
  const ref = useRef<Of>(null);
  const isAwaited = useRef(false);
  useEffect(() => {
    if (!isAwaited.current || !ref.current) return;
    isAwaited.current = false;
    const { top } = ref.current.getBoundingClientRect();
    if (top < 0 || top > innerHeight - LEAST_PX) ref.current.scrollIntoView({ block: 'start' });
  }, [shown]);
  return [
    ref,
    () => {
      isAwaited.current = true;
    },
  ];
}
