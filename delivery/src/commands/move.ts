import { isName, parseReference } from '../registry/names.ts';
import { promote } from '../registry/promote.ts';
import { RegistryFault } from '../registry/registry-fault.ts';
import { rollback, rollbackToSet } from '../registry/rollback.ts';
import { withdraw } from '../registry/withdraw.ts';
import type { Command } from './command.ts';
import { tellMoved } from './tell-moved.ts';

export const promoteCommand: Command = async (registry, references, { by, why, unblock, force }) => {
  if (references.length === 0)
    throw new RegistryFault('bad_reference', ['Say what to promote, as <name>@<version>']);
  await tellMoved(
    registry,
    await promote(registry, references.map(parseReference), { by, why, unblock, force }),
  );
};

export const rollbackCommand: Command = async (registry, names, { by, why, set }) => {
  const [name = ''] = names;
  if (!names.every(isName) || (set === undefined && names.length !== 1))
    throw new RegistryFault('bad_reference', [
      'Say what to roll back: rollback <name>, or rollback --set <revision> [<name>…]',
    ]);
  if (set !== undefined)
    return tellMoved(registry, await rollbackToSet(registry, revisionNumber(set), { by, why }, names));
  await tellMoved(registry, await rollback(registry, name, { by, why }));
  tellBlocked();
};

export const withdrawCommand: Command = async (registry, [name = '', ...more], { by, why }) => {
  if (more.length > 0 || !isName(name))
    throw new RegistryFault('bad_reference', ['Say what to remove from the product: withdraw <name>']);
  await tellMoved(registry, await withdraw(registry, name, { by, why }));
  tellBlocked();
};

const tellBlocked = () =>
  console.log(
    'The replaced version is blocked. To use it again: promote <name>@<version> --unblock --why <text>',
  );

function revisionNumber(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new RegistryFault('bad_reference', [`"${text}" is not the number of a revision: see history`]);
}
