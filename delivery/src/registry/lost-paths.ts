import { isWithin } from './areas.ts';
import { currentSet } from './composition-id.ts';
import { referenceOf } from './names.ts';
import type { BuildRecord } from './record.ts';
import type { Registry } from './registry.ts';
import type { RegistryState } from './revision.ts';

/** A path of an area that a remote had, and that no remote has anymore. */
export interface LostPath {
  path: string;
  /** The name of the remote that had it. */
  name: string;
  version: string;
}

/** Returns the paths that belong to a remote if `before` is current and to none if `after` is. */
export async function findLostPaths(
  registry: Registry,
  before: RegistryState,
  after: RegistryState,
): Promise<LostPath[]> {
  const [had, has] = await Promise.all([pathsOf(registry, before), pathsOf(registry, after)]);
  return had.filter(({ path }) => !has.some((other) => isWithin(path, other.path)));
}

async function pathsOf(registry: Registry, state: RegistryState): Promise<LostPath[]> {
  const records = await readRecords(registry, state);
  return records.flatMap(({ name, version, areas = [] }) =>
    areas.flatMap(({ paths }) => paths.map((path) => ({ path, name, version }))),
  );
}

/** Returns the records of what is current in a state, which may be an old one, whose records may be missing. */
export async function readRecords(registry: Registry, state: RegistryState): Promise<BuildRecord[]> {
  const found = await Promise.all(
    currentSet(state).map(({ name, version }) => registry.findRecord(name, version)),
  );
  return found.filter((record) => record !== undefined);
}

export const faultOfLostPath = (lost: LostPath): string =>
  `${lost.path} of ${referenceOf(lost)} would belong to no remote`;
