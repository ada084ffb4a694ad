import type { Move, Revision } from '../registry/revision.ts';

export function tellMoved(revision: Revision | undefined): void {
  if (!revision) return console.log('Nothing to do: that is already current.');
  tellMoves(revision.event.moves);
  console.log(`Revision ${revision.n} is live from the next page on.`);
}

export function tellMoves(moves: readonly Move[]): void {
  for (const { name, from, to } of moves)
    console.log(`     ${name}: ${from ?? 'nothing'} → ${to ?? 'nothing'}`);
}
