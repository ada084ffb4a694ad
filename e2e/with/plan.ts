import {
  compositionId,
  referenceOf,
  currentSet,
  RegistryFault,
  type NamedVersion,
  type Registry,
  type Revision,
} from 'delivery';

/** What a pass tries: all its versions, and which of them are not current. */
export interface Pass {
  /** A short description for people. */
  among: string;
  set: NamedVersion[];
  overrides: NamedVersion[];
  composition: string;
}

/**
 * Plans to try the candidates together with what is current and, if other names have a canary running, also
 * together with those, since some visitors will have both. Whether the versions exist and are compatible is
 * for the registry to check.
 */
export async function planPasses(registry: Registry, candidates: readonly NamedVersion[]): Promise<Pass[]> {
  const revision = await registry.latestRevision();
  if (!revision)
    throw new RegistryFault('nothing_current', [
      `Nothing is current in ${registry.folder}: there is nothing to try a candidate with`,
    ]);
  const passes = [pass('what is current', revision, candidates)];
  const canaries = runningCanaries(revision, candidates);
  if (canaries.length > 0)
    passes.push(pass(`what is current and ${references(canaries)}`, revision, [...candidates, ...canaries]));
  return passes;
}

function pass(among: string, { state }: Revision, overrides: readonly NamedVersion[]): Pass {
  const versions = new Map(currentSet(state).map(({ name, version }) => [name, version]));
  for (const { name, version } of overrides) versions.set(name, version);
  const set = [...versions].map(([name, version]) => ({ name, version }));
  return { among, set, overrides: [...overrides], composition: compositionId(set) };
}

function runningCanaries({ state }: Revision, except: readonly NamedVersion[]): NamedVersion[] {
  return Object.entries(state).flatMap(([name, { canary }]) =>
    canary && canary.percent > 0 && !except.some((candidate) => candidate.name === name)
      ? [{ name, version: canary.version }]
      : [],
  );
}

export const references = (versions: readonly NamedVersion[]): string => versions.map(referenceOf).join(' ');
