import { ownValue } from '@headwater/shared/contract';
import { commit, type Author } from './commit.ts';
import { SHELL } from './names.ts';
import { RegistryFault } from './registry-fault.ts';
import type { Registry } from './registry.ts';
import type { Revision } from './revision.ts';

/**
 * Removes a remote with its areas, menu entries, and canary from the product, as a new revision: this is what
 * a rollback can't do with a first version. The version that was current is blocked. Refused for the shell,
 * and if nothing is current.
 */
export async function withdraw(registry: Registry, name: string, author: Author): Promise<Revision> {
  if (name === SHELL)
    throw new RegistryFault('bad_reference', [
      'The shell cannot be withdrawn, because every page needs it. Roll it back instead',
    ]);
  const before = await registry.latestRevision();
  const { current: from, blocked = [] } = ownValue(before?.state, name) ?? {};
  if (!before || from === undefined)
    throw new RegistryFault('nothing_current', [`No version of ${name} is current`]);
  const left = { blocked: [...blocked, { version: from, why: author.why ?? null }] };
  const state = { ...before.state, [name]: left };
  return commit(registry, before, { verb: 'withdraw', moves: [{ name, from, to: null }], state }, author);
}
