import { commit, type Author } from './commit.ts';
import { SHELL } from './names.ts';
import { RegistryFault } from './registry-fault.ts';
import type { Registry } from './registry.ts';
import type { Revision } from './revision.ts';

/**
 * Takes a remote out of the product, with its areas, its menu entries and its canary, as a new revision: what a rollback
 * can't do with a first version. The one that is left is blocked. Refused of the shell, and where nothing is current.
 */
export async function withdraw(registry: Registry, name: string, author: Author): Promise<Revision> {
  if (name === SHELL)
    throw new RegistryFault('bad_reference', ['Without a shell there is no page: roll it back instead']);
  const before = await registry.latestRevision();
  const { current: from, blocked = [] } = before?.state[name] ?? {};
  if (!before || from === undefined)
    throw new RegistryFault('nothing_current', [`Nothing of ${name} is current`]);
  const left = { blocked: [...blocked, { version: from, why: author.why ?? null }] };
  const state = { ...before.state, [name]: left };
  return commit(registry, before, { verb: 'withdraw', moves: [{ name, from, to: null }], state }, author);
}
