import { gc } from '../registry/gc.ts';
import { RegistryFault } from '../registry/registry-fault.ts';
import { verify } from '../registry/verify.ts';
import type { Command } from './command.ts';

export const verifyCommand: Command = async (registry, names) => {
  const { versions, revisions, faults } = await verify(registry, names);
  if (faults.length > 0) throw new RegistryFault('damaged', faults);
  console.log(`${versions} versions and ${revisions} revisions are as they were published.`);
};

export const gcCommand: Command = async (registry, _, { by, why, really = false }) => {
  const found = await gc(registry, { by, why, really });
  for (const { name, version, lastUsed, bytes } of found)
    console.log(`${name}@${version}  last used ${lastUsed.toISOString()}  ${Math.ceil(bytes / 1024)} KiB`);
  const what = `${found.length} ${found.length === 1 ? 'version' : 'versions'} that no page can use anymore`;
  console.log(really ? `Deleted ${what}.` : `Found ${what}. To delete: gc --really`);
};
