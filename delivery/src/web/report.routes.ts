import { Type, type Static } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { FastifyInstance } from 'fastify';
import { isOurPage, PAGE_ID } from '../page/page-id.ts';
import type { DeliveryContext } from './context.ts';
import { createLimiter } from './limiter.ts';
import { sendText } from './send-text.ts';

const text = (maxLength: number) => Type.String({ maxLength });
const oneOf = (...words: string[]) => Type.Union(words.map((word) => Type.Literal(word)));
const KINDS = 'network http timeout missing integrity evaluation share expose gone render api uncaught start';
const PHASES = 'start navigation preload render call uncaught';

/** A failure that the shell reports. `shell/src/monitoring` describes the fields. */
const report = Type.Object({
  id: text(100),
  page: Type.String({ pattern: PAGE_ID }),
  remote: text(40),
  version: text(60),
  owner: text(200),
  composition: text(12),
  rev: Type.Integer(),
  shell: text(60),
  kind: oneOf(...KINDS.split(' ')),
  phase: oneOf(...PHASES.split(' ')),
  url: Type.Optional(Type.Union([text(2000), Type.Null()])),
  httpStatus: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
  canary: Type.Boolean(),
  override: Type.Boolean(),
  route: text(2000),
  attempt: Type.Number(),
  tabAgeMs: Type.Number(),
  message: text(1000),
});
type Report = Static<typeof report>;

const MOST_LOGGED_A_MINUTE = 60;

/**
 * Receives reports of failures in open tabs. Anyone can post here, so reports are trusted only as far as
 * shown below.
 */
export function reportRoutes(app: FastifyInstance, context: DeliveryContext): void {
  const mayLog = createLimiter(MOST_LOGGED_A_MINUTE);
  app.post('/delivery/reports', { bodyLimit: 16 * 1024 }, async (request, reply) => {
    if (!isReport(request.body)) return sendText(reply, 400, 'This is not a failure report.');
    const received = request.body;
    context.counters.add('headwater_failures_total', {
      ...(await labelsOf(context, received)),
      kind: received.kind,
    });
    if (mayLog()) request.log.warn({ failure: shorten(received) }, 'A page reported a failure');
    await watch(context, request.ip, received);
    return reply.code(204).header('cache-control', 'no-store').send();
  });
}

/** Removes unknown fields, as anyone could otherwise write anything into the log. */
const isReport = (body: unknown): body is Report => Value.Check(report, Value.Clean(report, body));

/** Returns metric labels. Only published versions are used, so that other names can't fill the memory. */
async function labelsOf({ builds }: DeliveryContext, { remote, version }: Report) {
  const known = await builds.find(remote, version).catch(() => undefined);
  return known ? { name: remote, version } : { name: 'other', version: 'other' };
}

/**
 * Counts failures only for pages that we rendered, and for versions that they are made of. A shell is also
 * responsible for what fails in it: a new shell may well break the remotes that it runs.
 */
async function watch(context: DeliveryContext, address: string, received: Report) {
  const revision = await context.live.read().catch(() => undefined);
  if (!revision?.key || !isOurPage(revision.key, received.page, received.composition)) return;
  const composition = revision.composed(received.composition);
  if (!composition) return;
  const parts = new Set([composition.shell, ...composition.remotes].map(({ reference }) => reference));
  for (const reference of new Set([`${received.remote}@${received.version}`, `shell@${received.shell}`]))
    if (parts.has(reference))
      await context.watch.countFailure(revision, reference, { page: received.page, address });
}

/** Removes queries, which may contain what must not be logged, and the proof that the page is ours. */
function shorten({ page, url, route, message, ...received }: Report) {
  return {
    ...received,
    page: page.slice(0, 16),
    url: url?.split(/[?#]/, 1)[0],
    route: route.split(/[?#]/, 1)[0],
    message: withoutQueries(message),
  };
}

const withoutQueries = (message: string) => message.slice(0, 200).replaceAll(/[?#][^\s"'()]+/g, '?…');
