import { readHistory } from '../registry/registry.ts';
import type { RegistryEvent } from '../registry/revision.ts';
import type { Command } from './command.ts';
import { tellMoves } from './tell-moved.ts';

export const historyCommand: Command = async (registry, [name]) => {
  for await (const { n, event } of readHistory(registry)) {
    const about = name === undefined ? event : partOf(event, name);
    if (!about) continue;
    console.log(`${n}  ${event.when}  ${event.who}  ${verbOf(event)}${event.why ? `: ${event.why}` : ''}`);
    tellMoves(about.moves);
    if (about.canary) console.log(`     ${describe(about.canary)}`);
    for (const reference of about.removed ?? []) console.log(`     ${reference}: deleted`);
  }
};

const verbOf = ({ verb, forced, unblocked }: RegistryEvent) =>
  [verb, forced && '(forced)', unblocked && '(unblocked)'].filter(Boolean).join(' ');

/** Returns the part of an event that concerns one name, or undefined if none does. */
function partOf({ moves, canary, removed = [] }: RegistryEvent, name: string) {
  const part = {
    moves: moves.filter((move) => move.name === name),
    canary: canary?.name === name ? canary : undefined,
    removed: removed.filter((reference) => reference.startsWith(`${name}@`)),
  };
  return part.moves.length + part.removed.length > 0 || part.canary ? part : undefined;
}

function describe({ name, version, percent }: NonNullable<RegistryEvent['canary']>): string {
  const people =
    percent === null ? 'canary ended' : `canary for ${percent === 0 ? 'no one' : `${percent} %`}`;
  return `${name}@${version}: ${people}`;
}
