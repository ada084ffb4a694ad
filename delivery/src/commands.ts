import path from 'node:path';
import { gc } from './registry/gc.ts';
import { isName, parseReference } from './registry/names.ts';
import { promote } from './registry/promote.ts';
import { publish } from './registry/publish.ts';
import { readBuild } from './registry/read-build.ts';
import { RegistryFault } from './registry/registry-fault.ts';
import { readHistory, type Registry } from './registry/registry.ts';
import type { Move, Revision } from './registry/revision.ts';
import { rollback, rollbackToSet } from './registry/rollback.ts';
import { verify } from './registry/verify.ts';

export interface Options {
  by: string;
  why?: string;
  shell?: string;
  set?: string;
  really?: boolean;
  unblock?: boolean;
}
type Command = (registry: Registry, names: string[], options: Options) => Promise<void>;

const ROOT = path.resolve(import.meta.dirname, '../..');

/** What `npm run deliver -- <command>` does, by the command's name; what it says goes to the standard output. */
export const commands: Record<string, Command> = {
  async publish(registry, names, { by, shell }) {
    if (names.length === 0)
      throw new RegistryFault('bad_reference', ['Say what to publish, for example: publish mf-data']);
    for (const name of names) {
      const build = await readBuild(path.resolve(ROOT, name));
      const { record, created } = await publish(registry, build, { by, shell });
      const reference = `${record.name}@${record.version}`;
      console.log(created ? `Published ${reference}` : `${reference} is published already`);
      console.log(`Make it current: npm run deliver -- promote ${reference}`);
    }
  },
  async promote(registry, references, { by, why, unblock }) {
    if (references.length === 0)
      throw new RegistryFault('bad_reference', ['Say what to promote, as <name>@<version>']);
    tellMoved(await promote(registry, references.map(parseReference), { by, why, unblock }));
  },
  async rollback(registry, names, { by, why, set }) {
    if (set !== undefined && names.length === 0)
      return tellMoved(await rollbackToSet(registry, revisionNumber(set), { by, why }));
    const [name = ''] = names;
    if (set !== undefined || names.length > 1 || !isName(name))
      throw new RegistryFault('bad_reference', [
        'Say what to roll back: rollback <name>, or --set <revision>',
      ]);
    tellMoved(await rollback(registry, name, { by, why }));
    console.log(
      'What was left is blocked; to take it again: promote <name>@<version> --unblock --why <text>',
    );
  },
  async status(registry) {
    const revision = await registry.latestRevision();
    if (!revision) return console.log(`Nothing is promoted yet in ${registry.folder}`);
    console.log(`Revision ${revision.n}, ${revision.event.when}, by ${revision.event.who}`);
    for (const [name, { current, blocked = [] }] of Object.entries(revision.state)) {
      const { owner, receivedAt } = await registry.getRecord(name, current);
      console.log(
        `  ${name.padEnd(14)} ${current}  published ${receivedAt}  ${owner.team} <${owner.contact}>`,
      );
      for (const { version, why } of blocked)
        console.log(`  ${''.padEnd(14)} ${version}  blocked${why ? `: ${why}` : ''}`);
    }
  },
  async history(registry, [name]) {
    for await (const { n, event } of readHistory(registry)) {
      const moves = event.moves.filter((move) => name === undefined || move.name === name);
      const removed = (event.removed ?? []).filter(
        (reference) => name === undefined || reference.startsWith(`${name}@`),
      );
      if (moves.length + removed.length === 0) continue;
      console.log(`${n}  ${event.when}  ${event.who}  ${event.verb}${event.why ? `: ${event.why}` : ''}`);
      tellMoves(moves);
      for (const reference of removed) console.log(`     ${reference}: deleted`);
    }
  },
  async verify(registry, names) {
    const { versions, revisions, faults } = await verify(registry, names);
    if (faults.length > 0) throw new RegistryFault('damaged', faults);
    console.log(`${versions} versions and ${revisions} revisions are as they were published.`);
  },
  async gc(registry, _, { by, why, really = false }) {
    const found = await gc(registry, { by, why, really });
    for (const { name, version, lastUsed, bytes } of found)
      console.log(`${name}@${version}  last used ${lastUsed.toISOString()}  ${Math.ceil(bytes / 1024)} KiB`);
    const what = `${found.length} of the versions that no page can hold any more`;
    console.log(really ? `Deleted ${what}.` : `Found ${what}; --really deletes them.`);
  },
};

function tellMoved(revision: Revision | undefined): void {
  if (!revision) return console.log('Nothing to do: that is current already.');
  tellMoves(revision.event.moves);
  console.log(`Revision ${revision.n} is live from the next page on.`);
}

function tellMoves(moves: readonly Move[]): void {
  for (const { name, from, to } of moves) console.log(`     ${name}: ${from ?? 'nothing'} → ${to}`);
}

function revisionNumber(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new RegistryFault('bad_reference', [`"${text}" is not the number of a revision: see history`]);
}
