import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseLanguage, paths } from '@headwater/shared/contract';
import { pageBlock } from '../page/page-block.ts';
import { newPageId } from '../page/page-id.ts';
import { renderPage } from '../page/render-page.ts';
import { needsOf } from '../page/route-needs.ts';
import { chooseFor, type Chosen } from './choose-for.ts';
import { pagePolicy } from './content-security-policy.ts';
import type { DeliveryContext } from './context.ts';
import { countPage } from './count-page.ts';
import { sendCompressed } from './send-compressed.ts';
import { sendText } from './send-text.ts';
import { newVisitorCookie } from './visitor.ts';

/** Whether somebody may be signed in; without a session the route's own requests would only be refused. */
const SESSION_COOKIE = /(?:^|;\s*)(?:__Host-)?sid=/;

/** A link from a mail: its address is a secret until the page has taken the code out of it. */
const CODE = /[?&](?:code|invitation)=/;

/** Any address that isn't a file or the API's: the product's one document, put together for it. */
export async function sendPage(context: DeliveryContext, request: FastifyRequest, reply: FastifyReply) {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    reply.header('allow', 'GET, HEAD');
    return sendText(reply, 405, 'Pages can only be read.');
  }
  const started = performance.now();
  const chosen = await chooseFor(context, request);
  const registryMs = performance.now() - started;
  if (!chosen) return sendText(reply, 503, 'Nothing is published yet: npm run deliver -- publish shell');

  const page = makePage(context, chosen, request);
  countPage(context, chosen, page.needs, request.ip);
  if (isToBeDrawn(chosen)) reply.header('set-cookie', newVisitorCookie(context.https));
  reply
    .code(page.needs.known ? 200 : 404)
    .header('content-type', 'text/html; charset=utf-8')
    // A trial's page is not for the way back, where it would come again after it has ended.
    .header('cache-control', chosen.override ? 'private, no-store' : 'private, no-cache')
    .header('vary', 'cookie, accept-language, accept-encoding')
    .header('content-security-policy', pagePolicy(page.nonce, context.settings.sentryDsn))
    .header('reporting-endpoints', 'csp="/csp-reports"')
    .header('cross-origin-opener-policy', openerPolicy(request))
    .header('x-composition', chosen.choice.composition.id)
    .header('server-timing', timing(registryMs, performance.now() - started - registryMs));
  if (CODE.test(request.url)) reply.header('referrer-policy', 'no-referrer');
  return sendCompressed(request, reply, page.html);
}

/** While there is something to draw for, a browser gets an id; whether it keeps it shows at its next page. */
const isToBeDrawn = ({ revision, visitor, override }: Chosen) =>
  revision.canaries.size > 0 && visitor.id === undefined && !override;

/** A sign-in window comes back from its provider's site, and its opener reads from its address how it went. */
const openerPolicy = (request: FastifyRequest) =>
  pathOf(request) === paths.oauthRedirects.pattern ? 'unsafe-none' : 'same-origin-allow-popups';

const pathOf = (request: FastifyRequest) => request.url.split('?', 1)[0] ?? '/';

function makePage(
  { settings }: DeliveryContext,
  { revision, choice, override }: Chosen,
  request: FastifyRequest,
) {
  const { cookie, 'accept-language': acceptLanguage } = request.headers;
  const language = chooseLanguage(cookie, acceptLanguage);
  const all = needsOf(choice.composition, pathOf(request), language);
  const needs = SESSION_COOKIE.test(cookie ?? '') ? all : { ...all, requests: [] };
  const nonce = randomBytes(18).toString('base64url');
  // What fails in a trial is nobody else's: its reports need no proof.
  const id = newPageId(override ? undefined : revision.key, choice.composition.id);
  const block = pageBlock({ id, choice, override, remote: needs.remote, language }, settings);
  return { nonce, needs, html: renderPage({ nonce, needs, block }) };
}

const timing = (registry: number, page: number) =>
  `registry;dur=${registry.toFixed(1)}, page;dur=${page.toFixed(1)}`;
