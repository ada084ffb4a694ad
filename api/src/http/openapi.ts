import type { TObject } from '@sinclair/typebox';
import swagger from '@fastify/swagger';
import type { FastifyInstance, FastifySchema } from 'fastify';
import type { Config } from '../platform/config/config.ts';
import { CONTRACT_VERSION, errorDocument, PRODUCT_NAME, ownValue } from '@headwater/shared/contract';
import type { Access } from './access.ts';
import type { Route } from './define-route.ts';
import { FORM_TYPES } from './form-body.ts';
import { sessionCookie } from './session-cookie.ts';

const SESSION_SCHEME = 'session';
const TOKEN_SCHEME = 'serviceAccountToken';

const text = (description: string) => ({ type: 'string', description });
const headers = {
  origin: text("The origin of the request, which must be the product's own. Sec-Fetch-Site may replace it."),
  csrf: text("The session's `csrfToken`, required if the session's cookie is sent. Not with a token."),
  'If-Match': {
    ...text('The `version` that was read and that this request changes.'),
    pattern: '^"?\\d{1,9}"?$',
  },
  'Idempotency-Key': {
    ...text(
      'Repeated within 24 hours with the same key and body, the request does nothing and returns the same result.',
    ),
    pattern: '^[\\x21-\\x7e]{1,200}$',
  },
  'Time-Zone': text("The caller's time zone, such as Europe/Berlin. One that isn't known is ignored."),
};

/** Collects all routes that are registered afterwards into an OpenAPI 3.1 document. */
export async function documentRoutes(server: FastifyInstance, config: Config): Promise<void> {
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${PRODUCT_NAME} API`,
        version: CONTRACT_VERSION,
        description:
          'JSON:API over cookies and a CSRF header. Unsafe requests send X-CSRF-Token from GET /sessions. Service accounts read tables with a bearer token.',
      },
      components: {
        securitySchemes: {
          [SESSION_SCHEME]: { type: 'apiKey', in: 'cookie', name: sessionCookie.nameIn(config) },
          [TOKEN_SCHEME]: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'hw_sa_…',
            description:
              "A service account's token, which shows the tables and columns in its scope. Unsafe requests with it need no Origin or CSRF header.",
          },
        },
      },
    },
    transform: ({ schema, url, route }) => {
      const declared = route.config?.route;
      return { url, schema: declared ? { ...schema, ...documentationOf(declared) } : schema };
    },
    transformObject: (document) =>
      'openapiObject' in document ? withPrefixItems(document.openapiObject) : {},
  });
}

/** Documents what a caller has to know about a route in addition to its schemas. */
function documentationOf(route: Route): FastifySchema {
  const { access, method, stream, download, raw, form, responses, query } = route;
  return {
    operationId: operationIdOf(route),
    ...(query && { querystring: withOptionalDefaults(query) }),
    ...(method !== 'GET' && access.kind !== 'service_account' && !form && { headers: headersOf(route) }),
    ...(access.kind !== 'anonymous' && { security: schemesFor(access).map((name) => ({ [name]: [] })) }),
    ...(form && { consumes: FORM_TYPES }),
    ...(raw && {
      consumes: ['application/octet-stream'],
      body: { content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } },
    }),
    ...(stream && {
      response: {
        200: {
          description: 'Continues until one side ends it',
          content: { [stream]: { schema: responses[200] } },
        },
        default: errorDocument,
      },
    }),
    ...(download && {
      response: {
        200: { description: 'A file to save', content: { [download]: { schema: responses[200] } } },
        default: errorDocument,
      },
    }),
  };
}

function schemesFor(access: Access): string[] {
  if (access.kind === 'service_account') return [TOKEN_SCHEME];
  return 'opensTo' in access ? [SESSION_SCHEME, TOKEN_SCHEME] : [SESSION_SCHEME];
}

function headersOf({ access, takes }: Route) {
  return {
    type: 'object',
    properties: {
      Origin: headers.origin,
      'X-CSRF-Token': headers.csrf,
      ...(takes && { [takes]: headers[takes] }),
    },
    required: [
      ...(access.kind === 'anonymous' || 'opensTo' in access ? [] : ['X-CSRF-Token']),
      ...(takes === 'If-Match' ? [takes] : []),
    ],
  };
}

/** A parameter with a default needn't be sent, though handlers always have it. */
const withOptionalDefaults = (query: TObject): TObject => ({
  ...query,
  required: query.required?.filter((name) => ownValue(query.properties, name)?.default === undefined),
});

/** Returns what generated clients call an operation: `getSourceConnectionsTablesByTableName`. */
function operationIdOf({ method, path }: Route): string {
  const segments = path
    .replace(/^\/organizations\/:organizationId(?=\/)/, '')
    .split('/')
    .filter(Boolean);
  const last = segments.at(-1) ?? '';
  const names = segments.filter((segment) => !segment.startsWith(':'));
  const by = last.startsWith(':') ? `By${capitalized(last.slice(1))}` : '';
  const words = names.flatMap((name) => name.split(/[^A-Za-z0-9]+/));
  return `${method.toLowerCase()}${words.map(capitalized).join('')}${by}`;
}

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/**
 * Converts tuples to JSON Schema 2020-12, which OpenAPI 3.1 uses: `prefixItems` instead of
 * TypeBox's array of `items`. How many there are is in `maxItems`; some generators don't know `items: false`.
 */
function withPrefixItems<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(withPrefixItems) as T;
  if (typeof schema !== 'object' || schema === null) return schema;
  const each = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, withPrefixItems(value)]),
  );
  if (!Array.isArray(each.items)) return each as T;
  const { items, additionalItems: _, ...rest } = each;
  return { ...rest, prefixItems: items } as T;
}
