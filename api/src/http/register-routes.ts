import type { TSchema } from '@sinclair/typebox';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { errorDocument } from '@headwater/shared/contract';
import type { AccessSources } from './access-sources.ts';
import { authorize } from './authorize.ts';
import { withinTime } from './body-time.ts';
import { endWithAccess } from './end-with-access.ts';
import { Download } from './download.ts';
import { faultsOfRoute, successStatus, type Route } from './define-route.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { JsonText } from './json-text.ts';
import { ProtocolResponse } from './protocol-response.ts';
import type { Services } from './services.ts';
import { responseFaults, bodyCheck, queryCheck } from './validation.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    route?: Route;
  }
}

const JSON_MAX_BYTES = 1024 ** 2;
/** The limit for bodies without a session. The largest such body contains an email address and a password. */
const ANONYMOUS_MAX_BYTES = 16 * 1024;
const noQuery = Type.Object({}, { additionalProperties: false });
const noBody = Type.Object({}, { additionalProperties: false });

/** Routes, and the services that their handlers receive. */
export interface Mount {
  readonly routes: readonly Route[];
  readonly services: Services;
}

/** Registers all routes of the product, and refuses any that wasn't completely declared by `defineRoute`. */
export function registerRoutes(
  server: FastifyInstance,
  mounts: readonly Mount[],
  checkResponses: boolean,
  sources: AccessSources,
): void {
  const faults = mounts
    .flatMap(({ routes }) => routes)
    .flatMap((route) => faultsOfRoute(route).map((fault) => `${route.method} ${route.path} ${fault}`));
  if (faults.length > 0) throw new Error(`Routes that can't be served:\n${faults.join('\n')}`);
  checkByContract(server, checkResponses);
  server.addHook('onRoute', (options) => {
    const isDeclared = options.config?.route !== undefined;
    if (!isDeclared) throw new Error(`${String(options.method)} ${options.url} was not made by defineRoute.`);
  });
  for (const { routes, services } of mounts)
    for (const route of routes) server.route(asFastifyRoute(route, services, sources));
}

/**
 * Compiles the checks of each schema for Fastify. Responses are checked only if
 * `checkResponses` is on, as in tests.
 */
function checkByContract(server: FastifyInstance, checkResponses: boolean): void {
  server.setValidatorCompiler<TSchema>(({ schema, httpPart }) => {
    if (httpPart === 'params' || httpPart === 'headers') return () => true;
    return httpPart === 'body' ? bodyCheck(schema) : queryCheck(schema);
  });
  server.setSerializerCompiler<TSchema>(({ schema, url, method }) => {
    const faultOf = checkResponses ? responseFaults(schema) : () => undefined;
    return (response) => {
      const fault = faultOf(response);
      if (fault) throw new Error(`${method} ${url} violates its response schema: ${fault}`);
      return JSON.stringify(response);
    };
  });
}

function asFastifyRoute(route: Route, services: Services, sources: AccessSources): RouteOptions {
  const status = successStatus(route);
  const takesBody = !route.raw && (route.method === 'POST' || route.method === 'PATCH');
  return {
    method: route.method,
    url: route.path,
    exposeHeadRoute: false,
    bodyLimit: route.maxBytes ?? (route.access.kind === 'anonymous' ? ANONYMOUS_MAX_BYTES : JSON_MAX_BYTES),
    config: { route },
    schema: {
      summary: route.summary,
      tags: [tagOf(route)],
      querystring: route.query ?? noQuery,
      ...(takesBody && { body: route.body ?? noBody }),
      response:
        route.stream || route.download ? {} : { [status]: route.responses[status]!, default: errorDocument },
    },
    onRequest: async (request, reply) => {
      request.caller = await authorize(request, reply, route, services, sources);
      endWithAccess(reply.raw, request.caller);
      refuseMalformedParams(request);
    },
    ...(takesBody && { preParsing: async (_request, _reply, payload) => withinTime(payload) }),
    handler: (request, reply) => respond(route, status, request, reply, services),
  };
}

async function respond(
  route: Route,
  status: number,
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
) {
  const { params, query, body, caller } = request;
  const context = {
    params,
    query,
    body: route.raw ? request.raw : body,
    request,
    reply,
    services,
    ...caller,
  };
  const document = await route.handler(context as never);
  if (route.stream) return reply;
  if (status === 303) return reply.redirect(document as string, status);
  reply.code(status);
  if (document instanceof Download) return sendFile(document, route, reply);
  if (document instanceof ProtocolResponse) return sendAnswer(document, reply);
  if (document instanceof JsonText) return sendText(document, reply, services);
  return status === 204 ? reply.send() : reply.send(document);
}

function sendFile(file: Download, { download }: Route, reply: FastifyReply): FastifyReply {
  return reply
    .header('content-type', download && isText(download) ? `${download}; charset=utf-8` : download)
    .header('content-disposition', file.disposition)
    .send(file.content);
}

/** Only texts have an encoding. */
const isText = (mediaType: string) => mediaType.startsWith('text/') || mediaType.endsWith('json');

function sendAnswer({ status, json }: ProtocolResponse, reply: FastifyReply): FastifyReply {
  reply.code(status);
  return json === null
    ? reply.send()
    : reply.header('content-type', 'application/json; charset=utf-8').send(json);
}

/** Sends JSON text as it is. It is parsed only if responses are checked against their schema. */
function sendText(
  { bytes }: JsonText<unknown>,
  reply: FastifyReply,
  { checkResponses }: Services,
): FastifyReply {
  if (checkResponses) return reply.send(JSON.parse(bytes.toString()));
  return reply.header('content-type', 'application/json; charset=utf-8').send(bytes);
}

// None of our IDs, names, or codes contains NUL, and PostgreSQL accepts none.
function refuseMalformedParams(request: FastifyRequest): void {
  const values = Object.values(request.params as Record<string, string>);
  if (values.some((value) => value.includes('\0'))) throw new Refusal('not_found');
}

function tagOf({ path }: Route): string {
  const parts = path.split('/').filter((part) => part && !part.startsWith(':'));
  return (parts[0] === 'organizations' ? parts[1] : parts[0]) ?? parts[0] ?? 'api';
}
