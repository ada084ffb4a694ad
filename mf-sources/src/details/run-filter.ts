import { RUN_STATES, RUN_TRIGGERS } from '@headwater/shared/contract';
import type { RunFilter } from '../sync-run.queries.ts';

/** Returns the filter in a URL. Unknown values mean all runs. */
export const runFilterOf = (query: URLSearchParams): RunFilter => ({
  state: RUN_STATES.find((state) => state === query.get('state')) ?? null,
  trigger: RUN_TRIGGERS.find((trigger) => trigger === query.get('trigger')) ?? null,
});

/** Returns the URL's query with another filter. Parts that aren't set are omitted. */
export function withRunFilter(query: URLSearchParams, { state, trigger }: RunFilter): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries({ state, trigger }))
    if (value) next.set(name, value);
    else next.delete(name);
  return next;
}
