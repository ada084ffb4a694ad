import type { ConnectorContext } from '@headwater/protocol/protocol';

/** Does what a job needs for each of its tables only once, if the job keeps that. `key` names the work and its subject. */
export function once<T>(
  { kept }: Pick<ConnectorContext, 'kept'>,
  key: string,
  work: () => Promise<T>,
): Promise<T> {
  const known = kept?.found.get(key) as Promise<T> | undefined;
  if (known) return known;
  const begun = work();
  kept?.found.set(key, begun);
  return begun;
}
