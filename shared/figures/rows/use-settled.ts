import { useEffect, useState } from 'react';

const SETTLED_MS = 250;

/** Returns a value once it hasn't changed for a moment, so that not every letter typed becomes a request. */
export function useSettled<T extends string | null>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
