import { createHash } from 'node:crypto';
import type { BuildRecord, Route } from '../registry/record.ts';
import { SHELL } from '../registry/names.ts';
import type { Registry } from '../registry/registry.ts';
import { findBlock, type Revision } from '../registry/revision.ts';
import { compilePattern, type RoutePattern } from './route-pattern.ts';

/** One version as pages use it. */
export interface LiveBuild {
  record: BuildRecord;
  /** Where its files are served: `/r/<name>/<version>/`. */
  base: string;
  /** sha384 by file. */
  integrity: ReadonlyMap<string, string>;
  routes: readonly (Route & { pattern: RoutePattern })[];
}

/** The set of versions that a page is made of. */
export interface Composition {
  /** 12 hex of the sha256 of the sorted `name@version`. */
  id: string;
  revision: number;
  shell: LiveBuild;
  remotes: readonly LiveBuild[];
}

/** Reads all records of a revision. Throws where one is missing or blocked, or there is no shell. */
export async function readComposition(registry: Registry, { n, state }: Revision): Promise<Composition> {
  const names = Object.entries(state).sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [name, { current }] of names) {
    if (findBlock(state, name, current))
      throw new Error(`Revision ${n} serves ${name}@${current}, which is blocked`);
  }
  const builds = await Promise.all(
    names.map(async ([name, { current }]) => live(await registry.getRecord(name, current))),
  );
  const shell = builds.find(({ record }) => record.name === SHELL);
  if (!shell) throw new Error(`Revision ${n} of the registry has no shell`);
  const set = names.map(([name, { current }]) => `${name}@${current}`).join('\n');
  return {
    id: createHash('sha256').update(set).digest('hex').slice(0, 12),
    revision: n,
    shell,
    remotes: builds.filter((build) => build !== shell),
  };
}

export function live(record: BuildRecord): LiveBuild {
  return {
    record,
    base: `/r/${record.name}/${record.version}/`,
    integrity: new Map(record.files.map((file) => [file.path, file.sha384])),
    routes: record.routes.map((route) => ({ ...route, pattern: compilePattern(route.path) })),
  };
}
