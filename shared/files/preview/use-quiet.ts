import { useEffect, useState } from 'react';

/** Returns a value once it hasn't changed for a moment. Values are the same if their JSON is. */
export function useQuiet<T>(value: T, milliseconds = 500): T {
  const json = JSON.stringify(value);
  const [quiet, setQuiet] = useState(json);
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(json), milliseconds);
    return () => clearTimeout(timer);
  }, [json, milliseconds]);
  return JSON.parse(quiet) as T;
}
