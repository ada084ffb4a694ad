import { isInCanary } from '../registry/bucket.ts';
import type { Composition } from './composition.ts';
import type { LiveBuild } from './live-build.ts';
import type { LiveRevision, RunningCanary } from './live-revision.ts';

/** What a browser says of itself; all of it may be forged. */
export interface Visitor {
  /** Random, of this browser alone; none in one that keeps no cookies. */
  id?: string;
  /** The `<name>@<version>` that has just failed here. */
  avoid?: string;
}

/** What one visitor's page is made of. */
export interface Choice {
  composition: Composition;
  /** Names that were chosen as a canary. */
  canaries: ReadonlySet<string>;
}

/**
 * The current versions, with the canaries that the visitor has been drawn for. Nobody is drawn without an id, and
 * nobody flips: it depends on nothing but id, canary and percentage.
 */
export function choose(revision: LiveRevision, { id, avoid }: Visitor): Choice {
  const builds = new Map(revision.current);
  const canaries = new Set<string>();
  for (const [name, canary] of revision.canaries) {
    if (canary.build.reference === avoid || !isDrawn(revision, canary, id)) continue;
    builds.set(name, canary.build);
    canaries.add(name);
  }
  return { composition: revision.compose([...builds.values()]), canaries };
}

/** The overridden versions among the current ones: the same page for everybody who has the override, so no canaries. */
export function chooseOverridden(revision: LiveRevision, overridden: readonly LiveBuild[]): Choice {
  const builds = new Map(revision.current);
  for (const build of overridden) builds.set(build.record.name, build);
  return { composition: revision.compose([...builds.values()]), canaries: new Set() };
}

const isDrawn = ({ key }: LiveRevision, canary: RunningCanary, id: string | undefined) =>
  key !== undefined && id !== undefined && isInCanary(key, canary, id);
