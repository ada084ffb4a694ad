import path from 'node:path';
import { Type, type Static } from '@sinclair/typebox';
import { checkShape, parseShape } from './check-shape.ts';
import { compositionId } from './composition-id.ts';
import { readIfThere, replaceFile } from './disk.ts';
import { parseReference, type NamedVersion } from './names.ts';
import { RegistryFault } from './registry-fault.ts';
import type { Registry } from './registry.ts';

const count = Type.Integer({ minimum: 0 });

/**
 * `runs/<name>@<version>/<composition>.json`: the result of the journeys with a candidate and what else was
 * live.
 */
const composedRun = Type.Object({
  composition: Type.String({ pattern: '^[0-9a-f]{12}$' }),
  /** All versions that the pages were made of, as `<name>@<version>`. */
  set: Type.Array(Type.String(), { minItems: 1 }),
  /** The candidate, one of the set. */
  reference: Type.String(),
  /** The commit of the tests. Null if they are not from a repository. */
  commit: Type.Union([Type.String(), Type.Null()]),
  when: Type.String(),
  passed: count,
  failed: count,
  journeys: Type.Array(Type.String()),
  by: Type.String(),
});

export type ComposedRun = Static<typeof composedRun>;

/**
 * Stores a run by the version it tried. A later run of the same composition replaces it, whether its result
 * is better or worse.
 */
export async function recordRun(registry: Registry, run: ComposedRun): Promise<void> {
  const checked = checkShape(composedRun, run, 'run', 'bad_run');
  const faults: string[] = [];
  const set = checked.set.map(parseReference);
  const candidate = parseReference(checked.reference);
  if (compositionId(set) !== checked.composition)
    faults.push(`${checked.composition} is not the composition of ${checked.set.join(', ')}`);
  if (!checked.set.includes(checked.reference))
    faults.push(`${checked.reference} is not part of the set that was tried`);
  if (checked.passed + checked.failed === 0) faults.push(`No journey was run with ${checked.reference}`);
  if (faults.length > 0) throw new RegistryFault('bad_run', faults);
  await replaceFile(runFile(registry, candidate, checked.composition), JSON.stringify(checked, null, 1));
}

/** Returns the last run of a version in a composition, or undefined if there was none. */
export async function findRun(
  registry: Registry,
  version: NamedVersion,
  composition: string,
): Promise<ComposedRun | undefined> {
  const file = runFile(registry, version, composition);
  const text = await readIfThere(file);
  return text === undefined ? undefined : parseShape(composedRun, text, `run ${path.basename(file)}`);
}

const runFile = ({ folder }: Registry, { name, version }: NamedVersion, composition: string) =>
  path.join(folder, 'runs', `${name}@${version}`, `${composition}.json`);
