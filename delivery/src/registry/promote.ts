import { faultsAgainstContract, faultsAgainstShell } from './compatibility.ts';
import { SHELL } from './names.ts';
import type { BuildRecord } from './record.ts';
import { RegistryFault } from './registry-fault.ts';
import type { Registry } from './registry.ts';
import type { Revision } from './revision.ts';

export interface Target {
  name: string;
  version: string;
}
export interface PromoteOptions {
  by: string;
  why?: string;
}

/**
 * Makes published versions the current ones, all of them in one revision: a page has the state before or
 * the state after. Refused where a remote would not run in the shell, and where somebody else promoted
 * meanwhile. Answers undefined where nothing would change.
 */
export async function promote(
  registry: Registry,
  targets: readonly Target[],
  { by, why }: PromoteOptions,
): Promise<Revision | undefined> {
  const before = await registry.latestRevision();
  const state = before?.state ?? {};
  const moves = targets
    .map(({ name, version }) => ({ name, from: state[name]?.current ?? null, to: version }))
    .filter(({ from, to }) => from !== to);
  if (moves.length === 0) return undefined;

  const next = { ...state, ...Object.fromEntries(moves.map(({ name, to }) => [name, { current: to }])) };
  await checkComposition(registry, next);
  const event = {
    verb: 'promote' as const,
    moves,
    who: by,
    when: new Date().toISOString(),
    why: why ?? null,
  };
  if (!(await registry.append({ event, state: next }, before))) {
    throw new RegistryFault('conflict', [
      'Somebody else promoted at the same moment. Look at the status and try again.',
    ]);
  }
  return registry.getRevision((before?.n ?? 0) + 1);
}

async function checkComposition(registry: Registry, state: Revision['state']): Promise<void> {
  const records = await Promise.all(
    Object.entries(state).map(([name, { current }]) => registry.getRecord(name, current)),
  );
  const shell = records.find((record) => record.name === SHELL);
  if (!shell)
    throw new RegistryFault('incompatible', ['There is no shell yet: promote one first, or with it']);
  const faults = records.flatMap((record) => faultsOf(record, shell));
  if (faults.length > 0) throw new RegistryFault('incompatible', faults);
}

const faultsOf = (record: BuildRecord, shell: BuildRecord) => [
  ...faultsAgainstContract(record),
  ...(record === shell ? [] : faultsAgainstShell(record, shell)),
];
