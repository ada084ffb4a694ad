import { Type } from '@sinclair/typebox';
import { CONTRACT_VERSION, object } from '@headwater/shared/contract';
import { isReachable } from '../../../platform/database/health.ts';
import { anonymous } from '../../../http/access.ts';
import { defineRoute } from '../../../http/define-route.ts';
import { Refusal } from '@headwater/base/refusals/refusal';

const health = defineRoute({
  method: 'GET',
  path: '/health',
  summary: 'Whether the API and its store are up, for load balancers.',
  access: anonymous(),
  responses: { 200: object({ status: Type.Literal('ok'), contract: Type.String() }) },
  handler: async ({ services }) => {
    if (!(await isReachable(services.database))) throw new Refusal('unavailable', { retryAfter: 5 });
    return { status: 'ok' as const, contract: CONTRACT_VERSION };
  },
});

const openapi = defineRoute({
  method: 'GET',
  path: '/openapi.json',
  summary: 'This documentation: OpenAPI 3.1, generated from the routes.',
  access: anonymous(),
  responses: { 200: Type.Record(Type.String(), Type.Unknown()) },
  handler: async ({ request }) => request.server.swagger() as unknown as Record<string, unknown>,
});

export const productRoutes = [health, openapi];
