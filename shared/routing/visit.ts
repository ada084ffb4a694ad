import { useEffect } from 'react';

/** A page that shows a thing with a name. */
export interface Visit {
  path: string;
  name: string;
}

const EVENT = 'headwater:visit';

/** Says that the thing at this path is on screen, so that it's offered again. Undefined until it's there. */
export function useVisit(path: string, name: string | undefined) {
  useEffect(() => {
    if (name) dispatchEvent(new CustomEvent<Visit>(EVENT, { detail: { path, name } }));
  }, [path, name]);
}

/** Calls `visited` for each visit. Returns a function that stops it. */
export function onVisit(visited: (visit: Visit) => void): () => void {
  const listen = (event: Event) => visited((event as CustomEvent<Visit>).detail);
  addEventListener(EVENT, listen);
  return () => removeEventListener(EVENT, listen);
}
