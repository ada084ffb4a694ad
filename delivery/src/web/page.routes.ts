import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseLanguage } from '@headwater/shared/contract';
import { pageBlock } from '../page/page-block.ts';
import { renderPage } from '../page/render-page.ts';
import { needsOf, type RouteNeeds } from '../page/route-needs.ts';
import type { Composition } from '../page/composition.ts';
import { pagePolicy } from './content-security-policy.ts';
import type { DeliveryContext } from './context.ts';
import { sendCompressed } from './send-compressed.ts';
import { sendText } from './send-text.ts';

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
  const composition = await context.live.read();
  const registryMs = performance.now() - started;
  if (!composition) return sendText(reply, 503, 'Nothing is published yet: npm run deliver -- publish shell');

  const page = await compose(context, composition, request);
  count(context, composition, page.needs);
  context.notes.note(composition);
  reply
    .code(page.needs.known ? 200 : 404)
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'private, no-cache')
    .header('vary', 'cookie, accept-language, accept-encoding')
    .header('content-security-policy', pagePolicy(page.nonce, context.settings.sentryDsn))
    .header('reporting-endpoints', 'csp="/csp-reports"')
    .header('cross-origin-opener-policy', openerPolicy(request))
    .header('x-composition', composition.id)
    .header('server-timing', timing(registryMs, performance.now() - started - registryMs));
  if (CODE.test(request.url)) reply.header('referrer-policy', 'no-referrer');
  return sendCompressed(request, reply, page.html);
}

/** A sign-in window comes back from its provider's site, and its opener reads from its address how it went. */
const openerPolicy = (request: FastifyRequest) =>
  pathOf(request) === '/oauth-redirects' ? 'unsafe-none' : 'same-origin-allow-popups';

const pathOf = (request: FastifyRequest) => request.url.split('?', 1)[0] ?? '/';

async function compose(context: DeliveryContext, composition: Composition, request: FastifyRequest) {
  const { cookie, 'accept-language': acceptLanguage } = request.headers;
  const language = chooseLanguage(cookie, acceptLanguage);
  const all = needsOf(composition, pathOf(request), language);
  const needs = SESSION_COOKIE.test(cookie ?? '') ? all : { ...all, requests: [] };
  const nonce = randomBytes(18).toString('base64url');
  const block = pageBlock(composition, language, context.settings);
  return { nonce, needs, html: renderPage({ language, nonce, needs, block }) };
}

function count({ counters }: DeliveryContext, { shell, remotes }: Composition, needs: RouteNeeds) {
  const build = remotes.find(({ base }) => needs.deferred.some(({ url }) => url.startsWith(base))) ?? shell;
  counters.add('headwater_pages_total', { name: build.record.name, version: build.record.version });
}

const timing = (registry: number, page: number) =>
  `registry;dur=${registry.toFixed(1)}, page;dur=${page.toFixed(1)}`;
