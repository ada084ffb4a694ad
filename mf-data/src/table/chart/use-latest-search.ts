import { useSearchParams } from '@headwater/shared/routing';
import { useEffect, useRef } from 'react';

/**
 * Returns the URL's query, and a function that changes it. Each change is made to the outcome of those before, also of
 * those that haven't arrived in the URL yet.
 */
export function useLatestSearch(): [
  URLSearchParams,
  (change: (query: URLSearchParams) => URLSearchParams) => void,
] {
  const [search, setSearch] = useSearchParams();
  const text = search.toString();
  const underWay = useRef<string[]>([]);
  useEffect(() => {
    // Someone else's change, such as a step back, ends all of ours.
    underWay.current = underWay.current.slice(underWay.current.indexOf(text) + 1 || Infinity);
  }, [text]);
  const change = (next: (query: URLSearchParams) => URLSearchParams) => {
    const changed = next(new URLSearchParams(underWay.current.at(-1) ?? text));
    if (changed.toString() !== text) underWay.current.push(changed.toString());
    setSearch(changed, { replace: true });
  };
  return [search, change];
}
