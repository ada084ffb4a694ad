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

/** What the shell tells of a failure; `shell/src/monitoring` says what each field is. */
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

/** Where open tabs say what failed in them. Anybody can post here, so nothing that is told is believed further than this. */
export function reportRoutes(app: FastifyInstance, context: DeliveryContext): void {
  const mayLog = createLimiter(MOST_LOGGED_A_MINUTE);
  app.post('/delivery/reports', { bodyLimit: 16 * 1024 }, async (request, reply) => {
    if (!isReport(request.body)) return sendText(reply, 400, 'This is no report of a failure.');
    const told = request.body;
    context.counters.add('headwater_failures_total', {
      ...(await labelsOf(context, told)),
      kind: told.kind,
    });
    if (mayLog()) request.log.warn({ failure: shorten(told) }, 'A page reported a failure');
    await watch(context, request.ip, told);
    return reply.code(204).header('cache-control', 'no-store').send();
  });
}

/** Leaves only what a report says: the rest would be anybody's words in the log. */
const isReport = (body: unknown): body is Report => Value.Check(report, Value.Clean(report, body));

/** Only what was published can be a label, so that nobody can fill the memory with other words. */
async function labelsOf({ builds }: DeliveryContext, { remote, version }: Report) {
  const known = await builds.find(remote, version).catch(() => undefined);
  return known ? { name: remote, version } : { name: 'other', version: 'other' };
}

/**
 * Only for a page that we have made, and for versions that it is made of. A shell is responsible for what fails in it,
 * too: a new one may well break what it carries.
 */
async function watch(context: DeliveryContext, address: string, told: Report) {
  const revision = await context.live.read().catch(() => undefined);
  if (!revision?.key || !isOurPage(revision.key, told.page, told.composition)) return;
  const composition = revision.composed(told.composition);
  if (!composition) return;
  const parts = new Set([composition.shell, ...composition.remotes].map(({ reference }) => reference));
  for (const reference of new Set([`${told.remote}@${told.version}`, `shell@${told.shell}`]))
    if (parts.has(reference))
      await context.watch.countFailure(revision, reference, { page: told.page, address });
}

/** Without queries, which may hold what isn't for logs, and without the proof that a page is ours. */
function shorten({ page, url, route, message, ...told }: Report) {
  return {
    ...told,
    page: page.slice(0, 16),
    url: url?.split(/[?#]/, 1)[0],
    route: route.split(/[?#]/, 1)[0],
    message: withoutQueries(message),
  };
}

const withoutQueries = (message: string) => message.slice(0, 200).replaceAll(/[?#][^\s"'()]+/g, '?…');
