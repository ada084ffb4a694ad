import { isInCanary } from '../registry/bucket.ts';
import type { Composition } from './composition.ts';
import type { LiveBuild } from './live-build.ts';
import type { LiveRevision, RunningCanary } from './live-revision.ts';

/** What a browser reports about itself. All of it may be forged. */
export interface Visitor {
  /** A random ID of this browser. Missing in a browser that keeps no cookies. */
  id?: string;
  /** The `<name>@<version>` that has just failed in this browser. */
  avoid?: string;
}

/** The versions that one visitor's page is made of. */
export interface Choice {
  composition: Composition;
  /** The names for which the canary was chosen. */
  canaries: ReadonlySet<string>;
}

/**
 * Chooses the current versions and those canaries that the visitor has been drawn for. Visitors without an ID
 * are never drawn, and no visitor flips: the result depends only on ID, canary, and percentage.
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

/**
 * Chooses the current versions, replaced by the overridden ones. Everyone with the override gets the same
 * page, so there are no canaries.
 */
export function chooseOverridden(revision: LiveRevision, overridden: readonly LiveBuild[]): Choice {
  const builds = new Map(revision.current);
  for (const build of overridden) builds.set(build.record.name, build);
  return { composition: revision.compose([...builds.values()]), canaries: new Set() };
}

const isDrawn = ({ key }: LiveRevision, canary: RunningCanary, id: string | undefined) =>
  key !== undefined && id !== undefined && isInCanary(key, canary, id);
