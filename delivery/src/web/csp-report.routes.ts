import { Type, type Static } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { FastifyInstance } from 'fastify';
import type { DeliveryContext } from './context.ts';
import { createLimiter } from './limiter.ts';
import { sendText } from './send-text.ts';

const report = Type.Object({
  type: Type.Literal('csp-violation'),
  body: Type.Object({
    effectiveDirective: Type.String({ maxLength: 100 }),
    documentURL: Type.Optional(Type.String()),
    blockedURL: Type.Optional(Type.String()),
    sourceFile: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    lineNumber: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
  }),
});
type Report = Static<typeof report>;

const MOST_A_REQUEST = 20;
const MOST_LOGGED_A_MINUTE = 20;

/** Where browsers say that a page broke its policy. Anybody can post here, so it only counts and logs, and not for ever. */
export function cspReportRoutes(app: FastifyInstance, { counters }: DeliveryContext): void {
  const mayLog = createLimiter(MOST_LOGGED_A_MINUTE);
  app.addContentTypeParser(
    'application/reports+json',
    { parseAs: 'string' },
    app.getDefaultJsonParser('error', 'error'),
  );

  app.post('/csp-reports', { bodyLimit: 64 * 1024 }, async (request, reply) => {
    if (!Array.isArray(request.body))
      return sendText(reply, 415, 'Reports come as application/reports+json.');
    for (const item of request.body.slice(0, MOST_A_REQUEST).filter(isReport)) {
      counters.add('headwater_csp_reports_total', { directive: directiveOf(item) });
      if (mayLog()) request.log.warn({ csp: shorten(item) }, 'A page broke its content security policy');
    }
    return reply.code(204).send();
  });
}

const isReport = (value: unknown): value is Report => Value.Check(report, value);

/** A label of the metrics: only words that a policy can have, so that nobody can fill the memory with others. */
const directiveOf = ({ body }: Report) =>
  /^(script|style|img|font|connect|worker|frame|form|base|default|media|object|manifest|child)-[a-z-]{2,20}$|^require-trusted-types-for$|^trusted-types$|^sandbox$/.test(
    body.effectiveDirective,
  )
    ? body.effectiveDirective
    : 'other';

/** Addresses without their queries, which may hold what isn't for logs. */
function shorten({ body }: Report) {
  const address = (url: string | null | undefined) => url?.split(/[?#]/, 1)[0]?.slice(0, 200);
  return {
    directive: body.effectiveDirective,
    document: address(body.documentURL),
    blocked: address(body.blockedURL),
    source: address(body.sourceFile),
    line: body.lineNumber,
  };
}
