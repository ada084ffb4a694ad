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

/** Matches if there may be a session. Without one, the route's own requests would only be refused. */
const SESSION_COOKIE = /(?:^|;\s*)(?:__Host-|headwater-)sid=/;

/** Matches a link from an email. Its URL is secret until the page has removed the code from it. */
const CODE = /[?&](?:code|invitation)=/;

/** Handles any URL that isn't a file's or the API's, with the product's one document, rendered for it. */
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
    // A page with an override must not be restored by going back, as the override may have ended by then.
    .header('cache-control', chosen.override ? 'private, no-store' : 'private, no-cache')
    .header('vary', 'cookie, accept-language, accept-encoding')
    .header('content-security-policy', pagePolicy(page.nonce, context.settings.sentryDsn))
    .header('reporting-endpoints', 'csp="/csp-reports"')
    .header('cross-origin-opener-policy', openerPolicy(request))
    .header('x-composition', chosen.choice.composition.id)
    .header('server-timing', timing(registryMs, performance.now() - started - registryMs));
  if (CODE.test(request.url) || isShared(request)) reply.header('referrer-policy', 'no-referrer');
  if (isShared(request)) reply.header('x-robots-tag', 'noindex, nofollow');
  return sendCompressed(request, reply, page.html);
}

/** While a canary is running, a browser gets an ID. Whether it keeps the cookie shows with its next page. */
const isToBeDrawn = ({ revision, visitor, override }: Chosen) =>
  revision.canaries.size > 0 && visitor.id === undefined && !override;

/** A sign-in window returns from its provider's site, and its opener reads the result from its URL. */
const openerPolicy = (request: FastifyRequest) =>
  pathOf(request) === paths.oauthRedirects.pattern ? 'unsafe-none' : 'same-origin-allow-popups';

/** The URL of a shared report is its key, as is that of a link to unsubscribe: they go to no other site and no search engine. */
const isShared = (request: FastifyRequest) => /^\/(?:shared|unsubscribe)\//.test(pathOf(request));

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
  // Reports of pages with an override don't count, so they need no proof.
  const id = newPageId(override ? undefined : revision.key, choice.composition.id);
  const block = pageBlock({ id, choice, override, remote: needs.remote, language }, settings);
  return { nonce, needs, html: renderPage({ nonce, needs, block }) };
}

const timing = (registry: number, page: number) =>
  `registry;dur=${registry.toFixed(1)}, page;dur=${page.toFixed(1)}`;
