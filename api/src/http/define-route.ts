import type { Readable } from 'node:stream';
import { Type, type TObject, type TSchema } from '@sinclair/typebox';
import type { FastifyRequest } from 'fastify';
import type { Access } from './access.ts';
import type { Download } from './download.ts';
import type { LimitName } from './rate-limits.ts';
import type { JsonText } from './json-text.ts';
import type { ProtocolResponse } from './protocol-response.ts';
import type { CallerOf, RequestContext } from './route-context.ts';

export type { CurrentSession, Principal, User } from './principal.ts';
export type { Workspace } from './route-context.ts';

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** The schema of a 204: `responses: { 204: noContent }`. Its handler returns undefined. */
export const noContent = Type.Unsafe<undefined>({ type: 'null', description: 'No content' });

/** The schema of a 303: `responses: { 303: redirection }`. Its handler returns the URL to redirect to. */
export const redirection = Type.Unsafe<string>({
  type: 'null',
  description: 'Redirection',
  headers: { Location: { type: 'string', description: 'The URL that the browser goes to next' } },
});

/** The schema of a download: `responses: { 200: fileContent }`. Its handler returns a Download. */
export const fileContent = Type.Unsafe<Download>({ type: 'string', format: 'binary' });

/** The schema of what a protocol of its own returns: `responses: { 200: protocolResponse }`. */
export const protocolResponse = Type.Unsafe<ProtocolResponse>({ type: 'object', additionalProperties: true });

type Responses = Readonly<Record<number, TSchema>>;
type ResponseOf<R extends Responses> = R[keyof R & number]['static'];
type BodyOf<B, Raw> = Raw extends 'octet-stream' ? Readable : B extends TSchema ? B['static'] : undefined;
type QueryOf<Q> = Q extends TSchema ? Q['static'] : Record<string, never>;

/** The media types of files to save. */
type DownloadType =
  | 'application/json'
  | 'application/octet-stream'
  | 'application/pdf'
  | 'application/vnd.apache.arrow.stream'
  | 'application/vnd.apache.parquet'
  | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  | 'application/x-ndjson'
  | 'image/png'
  | 'text/csv'
  | 'text/plain';

export interface RouteDefinition<
  Path extends string,
  A extends Access,
  Q extends TObject | undefined,
  B extends TSchema | undefined,
  Raw extends 'octet-stream' | undefined,
  R extends Responses,
> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Under `/api`, with `:params`. A route for members has `:organizationId`. */
  readonly path: Path;
  /** One line for the API's documentation. */
  readonly summary: string;
  readonly access: A;
  /**
   * Counted by the caller's IP address before the body is read. Every anonymous route with a body has one.
   */
  readonly limit?: LimitName;
  readonly query?: Q;
  readonly body?: B;
  /**
   * The header with the version that the request edits, with the key that identifies its repetitions, or with the
   * caller's time zone.
   */
  readonly takes?: 'If-Match' | 'Idempotency-Key' | 'Time-Zone';
  /** The body is a file's bytes, passed on as a stream. `maxBytes` limits it. */
  readonly raw?: Raw;
  /**
   * The body is a form, which a program sends that has only the URL: no session, no Origin, and no CSRF header are
   * needed, and none is looked at. The URL contains the secret.
   */
  readonly form?: true;
  /** The maximum size of the body in bytes, if it differs from the server's limit for JSON. */
  readonly maxBytes?: number;
  /** Set if the handler itself writes the response to `reply.raw`, with this media type. */
  readonly stream?: 'text/event-stream';
  /** Set if the handler returns a file to save, with this media type. */
  readonly download?: DownloadType;
  /** The schema of a successful response, under its status as the only key. */
  readonly responses: R;
  readonly handler: (
    context: RequestContext<Record<ParamNames<Path>, string>, QueryOf<Q>, BodyOf<B, Raw>> & CallerOf<A>,
  ) => Promise<ResponseOf<R> | JsonText<ResponseOf<R>>>;
}

const made = new WeakSet<object>();

/** A route as the server registers it. Only `defineRoute` creates one. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  readonly limit: LimitName | undefined;
  readonly query: TObject | undefined;
  readonly body: TSchema | undefined;
  readonly takes: 'If-Match' | 'Idempotency-Key' | 'Time-Zone' | undefined;
  readonly raw: 'octet-stream' | undefined;
  readonly form: true | undefined;
  readonly maxBytes: number | undefined;
  readonly stream: 'text/event-stream' | undefined;
  readonly download: DownloadType | undefined;
  readonly responses: Responses;
  readonly handler: (context: never) => Promise<unknown>;
}

/**
 * Declares one route: what it takes, what it returns, and who may call it. The server refuses to start with a
 * route that was created in any other way or is incomplete, and a test refuses one without a row in the
 * authorization matrix.
 */
export function defineRoute<
  const Path extends string,
  const A extends Access,
  const R extends Responses,
  Q extends TObject | undefined = undefined,
  B extends TSchema | undefined = undefined,
  Raw extends 'octet-stream' | undefined = undefined,
>(definition: RouteDefinition<Path, A, Q, B, Raw, R>): Route {
  const { limit, query, body, takes, raw, form, maxBytes, stream, download, ...rest } = definition;
  const route: Route = { ...rest, limit, query, body, takes, raw, form, maxBytes, stream, download };
  made.add(route);
  return Object.freeze(route);
}

/** Returns every reason why a route can't be served, empty for a valid one. */
export function faultsOfRoute(route: Route): string[] {
  const faults: string[] = [];
  const success = Object.keys(route.responses ?? {}).map(Number);
  if (!made.has(route)) faults.push('was not made by defineRoute');
  if (!route.access) faults.push('does not define who may call it');
  if (success.length !== 1) faults.push('does not have exactly one success status in `responses`');
  if (!route.summary) faults.push('has no summary');
  const isInWorkspace = route.access?.kind === 'member' || route.access?.kind === 'service_account';
  if (isInWorkspace && !route.path.startsWith('/organizations/:organizationId')) {
    faults.push('is about a workspace, but its path does not start with /organizations/:organizationId');
  }
  if (route.access?.kind === 'anonymous' && route.body && !route.limit) {
    faults.push('takes a body from anyone, but has no `limit`');
  }
  if (route.form && (route.access?.kind !== 'anonymous' || !route.body)) {
    faults.push('takes a form, but is not for everyone or has no schema for it');
  }
  if (route.body && route.raw) faults.push('has both a schema and raw bytes for its body');
  return faults;
}

/** Returns the status of a successful response. */
export function successStatus(route: Route): number {
  return Number(Object.keys(route.responses)[0]);
}

/** Throws if a handler reads a header that its route doesn't declare, because it would be undocumented. */
export function requireTaken(request: FastifyRequest, header: NonNullable<Route['takes']>): void {
  const { route } = request.routeOptions.config;
  if (route?.takes !== header)
    throw new Error(`${route?.path} reads ${header} without declaring it in \`takes\`.`);
}
