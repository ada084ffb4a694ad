import type { FastifyRequest } from 'fastify';
import { choose, chooseOverridden, type Choice, type Visitor } from '../page/choice.ts';
import type { LiveBuild } from '../page/live-build.ts';
import type { LiveRevision } from '../page/live-revision.ts';
import type { PageOverride } from '../page/page-block.ts';
import { overlapOf } from '../registry/areas.ts';
import { parseReference } from '../registry/names.ts';
import { readOverride } from '../registry/override-token.ts';
import { whyUnusable } from '../registry/unusable.ts';
import type { DeliveryContext } from './context.ts';
import { originOf } from './own-origin.ts';
import { overrideToken, readVisitor } from './visitor.ts';

/** What a request's page is made of, and why. */
export interface Chosen {
  revision: LiveRevision;
  visitor: Visitor;
  choice: Choice;
  override: PageOverride | undefined;
}

/**
 * Chooses an override over a canary, and a canary over the current version. Returns undefined if nothing has
 * been promoted yet.
 */
export async function chooseFor(
  context: DeliveryContext,
  request: FastifyRequest,
): Promise<Chosen | undefined> {
  const revision = await context.live.read();
  if (!revision) return undefined;
  const visitor = readVisitor(request.headers.cookie, context.https);
  const overridden = await readOverridden(context, revision, request);
  if (!overridden) return { revision, visitor, choice: choose(revision, visitor), override: undefined };
  const { builds, ...override } = overridden;
  return { revision, visitor, choice: chooseOverridden(revision, builds), override };
}

/** Reads the override. A cookie that is not a valid override of this site is ignored. */
async function readOverridden(context: DeliveryContext, revision: LiveRevision, request: FastifyRequest) {
  const token = overrideToken(request.headers.cookie, context.https);
  if (token === undefined || !revision.key) return undefined;
  const reading = readOverride(revision.key, token, { aud: originOf(context, request), now: new Date() });
  if (reading.refused) return undefined;
  const found = await Promise.all(reading.set.map((reference) => findUsable(context, revision, reference)));
  const builds = withoutOverlaps(
    revision,
    found.filter((build) => build !== undefined),
  );
  const set = builds.map(({ reference }) => reference);
  const ignored = reading.set.filter((reference) => !set.includes(reference));
  return { builds, set, expires: reading.expires, ignored };
}

/**
 * Leaves out versions with an area that belongs to another remote by now. Without them, the current version is
 * on the page, which may have an area of the others.
 */
function withoutOverlaps(revision: LiveRevision, builds: readonly LiveBuild[]): readonly LiveBuild[] {
  const page = new Map([...revision.current, ...builds.map((build) => [build.record.name, build] as const)]);
  const overlaps = (build: LiveBuild) =>
    [...page.values()].some(
      (other) => other !== build && overlapOf(build.record.areas ?? [], other.record.areas ?? []).length > 0,
    );
  const kept = builds.filter((build) => !overlaps(build));
  return kept.length === builds.length ? kept : withoutOverlaps(revision, kept);
}

/**
 * A version that can't be checked isn't served either: an override is a trial and never worth a broken page.
 */
async function findUsable({ registry, builds }: DeliveryContext, { state }: LiveRevision, reference: string) {
  const version = parseReference(reference);
  const unusable = await whyUnusable(registry, state, version).catch(String);
  return unusable ? undefined : builds.find(version.name, version.version);
}
