import { useState } from 'react';
import type { SourceConnection } from '../source.queries.ts';

/** The rows chosen for an action. Only rows on screen are chosen: a filter drops the others. */
export function useChosen(shown: readonly SourceConnection[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const chosen = shown.filter(({ id }) => ids.has(id));
  return {
    chosen,
    isChosen: ({ id }: SourceConnection) => ids.has(id),
    toggle: ({ id }: SourceConnection) => {
      const next = new Set(chosen.map((source) => source.id));
      if (!next.delete(id)) next.add(id);
      setIds(next);
    },
    toggleAll: () => setIds(new Set(chosen.length === shown.length ? [] : shown.map(({ id }) => id))),
    clear: () => setIds(new Set()),
  };
}
