import { faultsAgainstContract, faultsAgainstShell } from './compatibility.ts';
import { SHELL } from './names.ts';
import { RegistryFault } from './registry-fault.ts';
import type { Registry } from './registry.ts';
import type { RegistryState } from './revision.ts';

export interface Misfit {
  name: string;
  fault: string;
}

/** What would not run if pages were made of `state`. Throws where a version is not published or there is no shell. */
export async function findMisfits(registry: Registry, state: RegistryState): Promise<Misfit[]> {
  const records = await Promise.all(
    Object.entries(state).map(([name, { current }]) => registry.getRecord(name, current)),
  );
  const shell = records.find((record) => record.name === SHELL);
  if (!shell)
    throw new RegistryFault('incompatible', ['There is no shell yet: promote one first, or with it']);
  return records.flatMap((record) => {
    const faults = faultsAgainstContract(record);
    if (record !== shell) faults.push(...faultsAgainstShell(record, shell));
    return faults.map((fault) => ({ name: record.name, fault }));
  });
}
