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

/**
 * Receives browsers' reports that a page violated its policy. Anyone can post here, so reports are only
 * counted and logged, and only a limited number.
 */
export function cspReportRoutes(app: FastifyInstance, { counters }: DeliveryContext): void {
  const mayLog = createLimiter(MOST_LOGGED_A_MINUTE);
  app.addContentTypeParser(
    'application/reports+json',
    { parseAs: 'string' },
    app.getDefaultJsonParser('error', 'error'),
  );

  app.post('/csp-reports', { bodyLimit: 64 * 1024 }, async (request, reply) => {
    if (!Array.isArray(request.body))
      return sendText(reply, 415, 'Reports must be sent as application/reports+json.');
    for (const item of request.body.slice(0, MOST_A_REQUEST).filter(isReport)) {
      counters.add('headwater_csp_reports_total', { directive: directiveOf(item) });
      if (mayLog()) request.log.warn({ csp: shorten(item) }, 'A page violated its content security policy');
    }
    return reply.code(204).send();
  });
}

const isReport = (value: unknown): value is Report => Value.Check(report, value);

/**
 * Returns a metric label. Only names that a policy can contain are used, so that other names cannot fill the
 * memory.
 */
const directiveOf = ({ body }: Report) =>
  /^(script|style|img|font|connect|worker|frame|form|base|default|media|object|manifest|child)-[a-z-]{2,20}$|^require-trusted-types-for$|^trusted-types$|^sandbox$/.test(
    body.effectiveDirective,
  )
    ? body.effectiveDirective
    : 'other';

/** Removes queries from URLs, as they may contain what must not be logged. */
function shorten({ body }: Report) {
  const withoutQuery = (url: string | null | undefined) => url?.split(/[?#]/, 1)[0]?.slice(0, 200);
  return {
    directive: body.effectiveDirective,
    document: withoutQuery(body.documentURL),
    blocked: withoutQuery(body.blockedURL),
    source: withoutQuery(body.sourceFile),
    line: body.lineNumber,
  };
}
