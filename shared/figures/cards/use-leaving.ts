import { useEffect, useRef } from 'react';

/** Returns what gives the signal that is aborted when the component goes, for work that nobody waits for then. */
export function useLeaving(): () => AbortSignal {
  const leaving = useRef<AbortController>(null);
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);
  return () => leaving.current!.signal;
}
