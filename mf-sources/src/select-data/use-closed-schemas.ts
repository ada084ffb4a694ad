import { useState } from 'react';

const NONE: ReadonlySet<string> = new Set();

/** The collapsed schemas. Each search starts with all of them open, because it looks into all of them. */
export function useClosedSchemas(search: string) {
  const [browsing, setBrowsing] = useState(NONE);
  const [found, setFound] = useState({ search: '', closed: NONE });
  const closed = search === '' ? browsing : found.search === search ? found.closed : NONE;
  const toggle = (namespace: string) => {
    const next = new Set(closed);
    if (!next.delete(namespace)) next.add(namespace);
    if (search === '') setBrowsing(next);
    else setFound({ search, closed: next });
  };
  return { closed, toggle };
}
