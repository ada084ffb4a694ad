import { findLostPaths } from '../registry/lost-paths.ts';
import type { Registry } from '../registry/registry.ts';
import type { Move, Revision } from '../registry/revision.ts';

export async function tellMoved(registry: Registry, revision: Revision | undefined): Promise<void> {
  if (!revision) return console.log('Nothing to do: that is already current.');
  const { n, event, state } = revision;
  tellMoves(event.moves);
  const before = n === 1 ? {} : (await registry.getRevision(n - 1)).state;
  for (const { path, name } of await findLostPaths(registry, before, state))
    console.log(`     ${path} of ${name}: not found anymore`);
  console.log(`Revision ${n} is live from the next page on.`);
}

export function tellMoves(moves: readonly Move[]): void {
  for (const { name, from, to } of moves)
    console.log(`     ${name}: ${from ?? 'nothing'} → ${to ?? 'nothing'}`);
}
