import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { openKey } from '../registry/key.ts';
import { parseReference } from '../registry/names.ts';
import { createOverride } from '../registry/override.ts';
import { readOverride, type OverrideRefusal } from '../registry/override-token.ts';
import { RegistryFault } from '../registry/registry-fault.ts';
import type { DeliveryContext } from './context.ts';
import { isFromOwnPage, originOf } from './own-origin.ts';
import { sendText } from './send-text.ts';
import { clearOverrideCookie, overrideCookie } from './visitor.ts';

/** Returns who sent a request, or null if they are not signed in. */
export type Identify = (request: FastifyRequest) => Promise<{ email: string; isSuperuser: boolean } | null>;

const wanted = Type.Object({
  remotes: Type.Array(Type.String(), { minItems: 1, maxItems: 50 }),
  hours: Type.Integer(),
});

const REFUSALS: Record<OverrideRefusal, string> = {
  altered: 'This link was altered, or was made by another installation.',
  expired: 'This link has expired. Request a new one.',
  other_site: 'This link is for another site.',
};

/**
 * Overrides the versions that one browser gets, whatever is current: by a signed link, or by a superuser for
 * their own browser. Only published versions can be named, not URLs, so that foreign scripts can't get in.
 */
export function overrideRoutes(
  app: FastifyInstance,
  context: DeliveryContext,
  identify: Identify | undefined,
): void {
  app.get<{ Querystring: { token?: unknown } }>('/delivery/override', async (request, reply) => {
    // The URL of this response is secret.
    reply.header('referrer-policy', 'no-referrer');
    const now = new Date();
    const aud = originOf(context, request);
    const token = String(request.query.token);
    const reading = readOverride(await openKey(context.registry), token, { aud, now });
    if (reading.refused) return sendText(reply, 400, REFUSALS[reading.refused]);
    setOverride(context, reply, token, reading.expires, now);
    return reply.code(303).header('cache-control', 'no-store').header('location', '/').send();
  });

  app.post('/delivery/override', { bodyLimit: 16 * 1024 }, async (request, reply) => {
    if (!identify) return sendText(reply, 404, 'On this server, overrides can only be set by a link.');
    if (!isFromOwnPage(context, request)) return sendForeign(reply);
    const caller = await identify(request);
    if (!caller?.isSuperuser) return sendText(reply, 404, 'There is nothing here.');
    if (!Value.Check(wanted, request.body))
      return sendText(reply, 400, 'Say which remotes, as <name>@<version>, and for how many hours.');
    return override(context, request, reply, { ...request.body, by: caller.email });
  });

  app.delete('/delivery/override', async (request, reply) => {
    if (!isFromOwnPage(context, request)) return sendForeign(reply);
    reply.header('cache-control', 'no-store').header('set-cookie', clearOverrideCookie(context.https));
    return reply.code(204).send();
  });
}

interface Wanted {
  remotes: string[];
  hours: number;
  by: string;
}

async function override(
  context: DeliveryContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { remotes, hours, by }: Wanted,
) {
  const now = new Date();
  try {
    const set = remotes.map(parseReference);
    const aud = originOf(context, request);
    const { token, expires } = await createOverride(context.registry, set, { by, aud, hours, now });
    setOverride(context, reply, token, expires, now);
    request.log.info(
      { by, remotes, expires },
      'A superuser has overridden the current versions for their browser',
    );
    return await reply.code(204).header('cache-control', 'no-store').send();
  } catch (error) {
    if (error instanceof RegistryFault) return sendText(reply, 400, error.message);
    throw error;
  }
}

function setOverride(
  { https }: DeliveryContext,
  reply: FastifyReply,
  token: string,
  expires: Date,
  now: Date,
) {
  const seconds = Math.ceil((expires.getTime() - now.getTime()) / 1000);
  reply.header('set-cookie', overrideCookie(token, seconds, https));
}

const sendForeign = (reply: FastifyReply) =>
  sendText(reply, 403, 'Only pages of this installation may do this.');
