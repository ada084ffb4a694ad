import type { TSchema } from '@sinclair/typebox';
import { Type } from '@sinclair/typebox';
import { Refusal } from '@headwater/base/refusals/refusal';
import type { Route } from './define-route.ts';
import { JsonText } from './json-text.ts';
import type { RequestContext, Workspace } from './route-context.ts';
import { bodyCheck, queryCheck } from './validation.ts';

/** What is asked of a route, as its own request would have it. */
export interface RouteCall {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: object;
}

type CallerContext = Pick<RequestContext<never, never, never>, 'request' | 'reply' | 'services'> & {
  readonly workspace: Workspace;
};

const nothing = Type.Object({}, { additionalProperties: false });

/**
 * Calls a route's handler for the service account that another route has let in, and returns the document: whoever gets
 * there by another protocol sees and may do the same. Throws what the route's own request would be refused for.
 */
export async function callRoute(
  route: Route,
  { params = {}, query = {}, body }: RouteCall,
  context: CallerContext,
): Promise<unknown> {
  requireRight(route, context.workspace);
  const document = await route.handler({
    ...context,
    params: { ...params, organizationId: context.workspace.id },
    query: checked(queryCheck(route.query ?? nothing), { ...query }),
    body: route.body && checked(bodyCheck(route.body), body),
  } as never);
  return document instanceof JsonText ? JSON.parse(document.bytes.toString()) : document;
}

function requireRight({ access, method, path }: Route, { principal }: Workspace): void {
  const isOpen = 'opensTo' in access && principal.kind === 'service_account';
  if (!isOpen) throw new Error(`${method} ${path} isn't open to service accounts.`);
  if (principal.rights.includes(access.opensTo)) return;
  throw new Refusal('token_right_missing', { values: { right: access.opensTo } });
}

/** Returns a value that fits, with the schema's defaults. */
function checked(check: ReturnType<typeof bodyCheck>, value: unknown): unknown {
  const outcome = check(value);
  if ('error' in outcome) throw outcome.error;
  return outcome.value;
}

/** Returns a value as a schema types it. Throws a fault for each part that doesn't fit, with its pointer. */
export const requireFits = <S extends TSchema>(schema: S, value: unknown): S['static'] =>
  checked(bodyCheck(schema), value);
