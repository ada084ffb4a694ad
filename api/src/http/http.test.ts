import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { Type } from '@sinclair/typebox';
import { fastify, type FastifyInstance } from 'fastify';
import { moduleOf } from '../../test-support/module-of.ts';
import { faultsIn, TestApi, type ApiResponse } from '../../test-support/test-api.ts';
import { modules } from '../modules.ts';
import type { AccessSources } from './access-sources.ts';
import { anonymous, member } from './access.ts';
import { defineRoute, redirection, type Route } from './define-route.ts';
import { product } from '../wings/ground/product/index.ts';
import { registerRoutes } from './register-routes.ts';

const api = await TestApi.open();
const person = await api.person();
after(api.close);
const postRaw = (payload: string) => person.send({ method: 'POST', path: '/organizations', payload });

describe('every response', () => {
  const responses: [string, () => Promise<ApiResponse>][] = [
    ['200', () => api.visitor().get('/sessions')],
    [
      '204',
      async () =>
        (await api.person()).post('/events', 'events', { name: 'signup_create_workspace_button_clicked' }),
    ],
    ['400', () => postRaw('{')],
    ['401', () => api.visitor().get('/organizations')],
    ['403', () => person.post('/organizations', 'organizations', {}, { origin: 'https://evil.example' })],
    ['400 for a malformed URL', () => person.get('/organizations/%zz/event-stream')],
    ['404 for a hidden route', () => person.get('/superuser/users')],
    ['404 without a route', () => person.get('/no/such/thing')],
    ['404 for another method', () => person.send({ method: 'PUT', path: '/organizations' })],
    ['413', () => postRaw('"'.padEnd(1024 * 1024 + 2, 'a'))],
    ['415', () => person.post('/organizations', 'organizations', {}, { 'content-type': 'text/plain' })],
    ['422', () => person.post('/organizations', 'organizations', {})],
  ];
  for (const [status, ask] of responses) {
    test(`has the security headers: ${status}`, async () => {
      const { headers, status: actual, text } = await ask();
      assert.equal(actual, Number.parseInt(status), text);
      assert.equal(headers['cache-control'], 'no-store');
      assert.match(
        String(headers['content-security-policy']),
        /^default-src 'none'; .*frame-ancestors 'none'.*; sandbox$/,
      );
      assert.equal(headers['x-content-type-options'], 'nosniff');
      assert.equal(headers['referrer-policy'], 'strict-origin-when-cross-origin');
      assert.equal(headers['cross-origin-resource-policy'], 'same-origin');
      assert.match(String(headers['permissions-policy']), /^clipboard-write=\(self\), clipboard-read=\(\), /);
      assert.match(String(headers['x-request-id']), /^req_/);
      assert.equal(headers['strict-transport-security'], undefined);
    });
  }

  test('contains the request ID if it is an error', async () => {
    const { body, headers } = await person.get('/no/such/thing');
    assert.equal(body.meta.requestId, headers['x-request-id']);
  });

  test('requires https for a year if it is sent over https', async () => {
    const environment = { PUBLIC_URL: 'https://bi.example.com', TRUST_PROXY: '127.0.0.1' };
    const secure = await TestApi.open({ environment });
    try {
      const { headers } = await secure.visitor().get('/sessions');
      assert.equal(headers['strict-transport-security'], 'max-age=31536000');
    } finally {
      await secure.close();
    }
  });
});

describe('a body', () => {
  const name = '"type":"organizations","attributes":{"name":"Good name"}';
  const bodies: [string, string, number, string[]][] = [
    ['that is not JSON', '{"data":', 400, ['body_malformed']],
    ['with a duplicate key', `{"data":{${name}},"data":{${name}}}`, 400, ['body_duplicate_key']],
    [
      'with a duplicate key, once escaped',
      `{"data":{${name},"\\u0074ype":"organizations"}}`,
      400,
      ['body_duplicate_key'],
    ],
    ['with __proto__', `{"data":{${name},"__proto__":{"admin":true}}}`, 400, ['body_forbidden_key']],
    ['with __proto__, escaped', `{"data":{${name},"\\u005f_proto__":1}}`, 400, ['body_forbidden_key']],
    ['with constructor', `{"data":{${name},"constructor":{}}}`, 400, ['body_forbidden_key']],
    [
      'with constructor, beside masks',
      `{"data":{"masks":{"__proto__":"null"},"constructor":1}}`,
      400,
      ['body_forbidden_key'],
    ],
    [
      'with constructor, within a mask',
      `{"data":{"masks":{"a":{"constructor":1}}}}`,
      400,
      ['body_forbidden_key'],
    ],
    ['that is nested too deep', '['.repeat(65) + ']'.repeat(65), 400, ['body_too_deep']],
    ['that is nested too deep and never closed', '['.repeat(1024 ** 2), 400, ['body_too_deep']],
    ['with too many values', `{"data":[${'1,'.repeat(5000)}1]}`, 400, ['body_too_many_values']],
    [
      'with too many keys',
      `{${Array.from({ length: 2001 }, (_, at) => `"${at}":1`).join()}}`,
      400,
      ['body_too_many_values'],
    ],
    ['that ends within a string', '{"data":"\\', 400, ['body_malformed']],
    ['with an invalid escape in a key', '{"\\x":1}', 400, ['body_malformed']],
    ['that is a number', '5', 422, ['field_invalid ']],
    ['that is empty', '', 422, ['field_invalid ']],
    [
      'of another type',
      '{"data":{"type":"users","attributes":{"name":"Good name"}}}',
      422,
      ['field_invalid /data/type'],
    ],
    [
      'that contains NUL',
      '{"data":{"type":"organizations","attributes":{"name":"Good\\u0000name"}}}',
      422,
      ['field_invalid /data/attributes/name'],
    ],
    [
      'that contains half a surrogate pair',
      '{"data":{"type":"organizations","attributes":{"name":"Good\\ud800name"}}}',
      422,
      ['field_invalid /data/attributes/name'],
    ],
    [
      'with a number as name',
      '{"data":{"type":"organizations","attributes":{"name":12345}}}',
      422,
      ['field_invalid /data/attributes/name'],
    ],
    [
      'with several faults',
      '{"data":{"type":"x","attributes":{"a/b~c":1}},"more":1}',
      422,
      [
        'field_invalid /data/type',
        'field_required /data/attributes/name',
        'field_unknown /data/attributes/a~1b~0c',
        'field_unknown /more',
      ],
    ],
  ];
  for (const [what, payload, status, faults] of bodies) {
    test(`${what} is refused`, async () => {
      const response = await postRaw(payload);
      assert.equal(response.status, status, response.text);
      assert.deepEqual(faultsIn(response).sort(), faults.map((fault) => fault.trim()).sort());
    });
  }

  test('is refused above 16 KiB from anyone, and above 1 MiB from a signed-in user', async () => {
    const login = (length: number) =>
      api
        .visitor()
        .post('/sessions/email-login', 'email_logins', { email: 'x'.repeat(length), password: '' });
    assert.equal((await login(16_000)).status, 422);
    assert.equal((await login(17_000)).status, 413);
    assert.equal((await postRaw('"'.padEnd(1024 ** 2, 'a'))).status, 400);
  });

  test('with many faults gets at most a hundred errors', async () => {
    const many = Object.fromEntries(Array.from({ length: 1900 }, (_, at) => [`unknown${at}`, 1]));
    const { status, body } = await person.post('/organizations', 'organizations', many);
    assert.deepEqual([status, body.errors.length], [422, 100]);
    const { id, admin } = await api.workspace();
    const source = { name: 'x', connector: 'postgres', configuration: many };
    const response = await admin.post(
      `/organizations/${id}/source-connections`,
      'source_connections',
      source,
    );
    assert.deepEqual([response.status, response.body.errors.length], [422, 100]);
  });

  test('may repeat a key in another object and contain brackets and quotes in its strings', async () => {
    const text = JSON.stringify({ data: { type: 'organizations', attributes: { name: 'Good name' } } });
    assert.equal((await postRaw(text)).status, 201);
    const odd = JSON.stringify({
      data: { type: 'organizations', attributes: { name: '{"a":1,"a":2}[[["\\' } },
    });
    assert.deepEqual(faultsIn(await postRaw(odd)), ['workspace_name_first_letter /data/attributes/name']);
  });
});

describe('a query', () => {
  test('is checked, and its errors name the parameter', async () => {
    const boss = await api.person({ isSuperuser: true });
    const ask = async (query: string) => faultsIn(await boss.get(`/superuser/users?${query}`));
    assert.deepEqual(await ask('page[size]=0'), ['field_invalid page[size]']);
    assert.deepEqual(await ask('page[size]=many'), ['field_invalid page[size]']);
    assert.deepEqual(await ask('page[size]=1&page[size]=2'), ['field_invalid page[size]']);
    assert.deepEqual(await ask('sort=password_hash'), ['field_unknown sort']);
    assert.deepEqual(await ask('page[after]=nonsense'), ['cursor_invalid page[after]']);
    assert.deepEqual(await ask('filter[q]=%00'), ['field_invalid filter[q]']);
  });
});

const SOURCE = '/api/organizations/{organizationId}/source-connections/{sourceConnectionId}';

describe('the documentation', () => {
  test('describes every route', async () => {
    const { body } = await api.visitor().get('/openapi.json');
    assert.equal(body.openapi, '3.1.0');
    const documented = Object.entries<object>(body.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const served = modules
      .flatMap(({ routes }) => routes)
      .map(({ method, path }) => `${method} /api${path.replace(/:(\w+)/g, '{$1}')}`);
    assert.deepEqual(documented.sort(), served.sort());
  });

  test('is JSON Schema 2020-12, in which a tuple has prefixItems', async () => {
    const { text, body } = await api.visitor().get('/openapi.json');
    assert.ok(!text.includes('"items":['));
    const rows = body.paths[`${SOURCE}/tables/{tableName}/rows`].get;
    const { attributes } = rows.responses[200].content['application/json'].schema.properties.data.properties;
    const { prefixItems, items, minItems, maxItems } = attributes.properties.cut.items;
    // Not `items: false`, which some generators of clients refuse.
    assert.deepEqual([prefixItems.length, items, minItems, maxItems], [2, undefined, 2, 2]);
  });

  test('includes the headers that a request needs', async () => {
    const { body } = await api.visitor().get('/openapi.json');
    const needed = (path: string, method: string) =>
      (body.paths[path][method].parameters ?? [])
        .filter((each: { in: string; required: boolean }) => each.in === 'header')
        .map(({ name, required }: { name: string; required: boolean }) => `${name}${required ? '!' : ''}`);
    assert.deepEqual(needed('/api/sessions/email-login', 'post'), ['Origin', 'X-CSRF-Token']);
    assert.deepEqual(needed('/api/organizations', 'post'), ['Origin', 'X-CSRF-Token!', 'Time-Zone']);
    assert.deepEqual(needed('/api/organizations', 'get'), []);
    assert.deepEqual(needed(`${SOURCE}/selection`, 'patch'), ['Origin', 'X-CSRF-Token!', 'If-Match!']);
    // Tokens need none.
    assert.deepEqual(needed(`${SOURCE}/sync-runs`, 'post'), ['Origin', 'X-CSRF-Token', 'Idempotency-Key']);
    assert.deepEqual(needed('/api/organizations/{organizationId}/mcp', 'post'), []);
    const upload = body.paths['/api/organizations/{organizationId}/uploads'].post;
    assert.deepEqual(Object.keys(upload.requestBody.content), ['application/octet-stream']);
    assert.deepEqual(upload.security, [{ session: [] }]);
    const stream = body.paths['/api/organizations/{organizationId}/event-stream'].get;
    assert.deepEqual(Object.keys(stream.responses[200].content), ['text/event-stream']);
  });

  test("has the specification's calls with its attributes, and needs no others", async () => {
    const { body } = await api.visitor().get('/openapi.json');
    const calls = {
      'sessions/email-login': ['email', 'password'],
      'sessions/google-login': ['token'],
      'sessions/demo-login': ['code'],
      'password/request-reset': ['email'],
      'password/reset': ['code', 'password'],
      'email-signup': ['email', 'password'],
      'google-signup': ['token'],
      organizations: ['name'],
    };
    for (const [path, expected] of Object.entries(calls)) {
      const { data } =
        body.paths[`/api/${path}`].post.requestBody.content['application/json'].schema.properties;
      assert.deepEqual(data.properties.attributes.required.toSorted(), expected, path);
    }
    const data = (path: string) =>
      body.paths[path].post.requestBody.content['application/json'].schema.properties.data.properties;
    const organization = data('/api/organizations');
    assert.deepEqual(Object.keys(organization.attributes.properties), ['name']);
    assert.match(JSON.stringify(organization.type), /"organizations"/);
    const event = data('/api/events');
    assert.deepEqual(Object.keys(event.attributes.properties), ['name', 'organization_id']);
    assert.match(JSON.stringify(event.type), /"events"/);
    assert.ok(body.paths['/api/sessions/{sessionId}'].delete);
  });

  test('names every operation, and requires no parameter that has a default', async () => {
    const { body } = await api.visitor().get('/openapi.json');
    const operations = Object.values<object>(body.paths).flatMap((methods) =>
      Object.values<{ operationId: string; parameters?: { required: boolean; schema: object }[] }>(
        methods as never,
      ),
    );
    const ids = operations.map(({ operationId }) => operationId);
    assert.equal(new Set(ids).size, ids.length);
    assert.ok(ids.includes('getSourceConnectionsTablesByTableName'));
    assert.ok(ids.every((id) => /^[a-z]\w+$/.test(id)));
    const withDefault = operations.flatMap(({ parameters = [] }) =>
      parameters.filter(({ schema }) => 'default' in schema),
    );
    assert.ok(withDefault.length > 0 && withDefault.every(({ required }) => !required));
  });
});

describe('a route', () => {
  const good = {
    method: 'GET',
    path: '/x',
    summary: 'X',
    access: anonymous(),
    responses: { 200: Type.Null() },
    handler: async () => null,
  } as const;
  const nobody = {} as AccessSources; // none of its functions is called
  const register = (server: FastifyInstance, routes: Route[]) =>
    registerRoutes(server, [{ routes, services: api.services }], true, nobody);
  const refusal = (route: Route) => {
    try {
      register(fastify(), [route]);
    } catch (error) {
      return (error as Error).message;
    }
    return 'none';
  };

  test('that was not created by defineRoute keeps the server from starting', () => {
    assert.match(refusal({ ...defineRoute(good) }), /was not made by defineRoute/);
  });

  test('without access, responses, limit, or organization keeps the server from starting', () => {
    assert.match(
      refusal(defineRoute({ ...good, access: undefined as never })),
      /does not define who may call it/,
    );
    assert.match(
      refusal(
        defineRoute({
          ...good,
          responses: {} as Record<200, never>,
          handler: async () => undefined as never,
        }),
      ),
      /exactly one success status/,
    );
    assert.match(
      refusal(defineRoute({ ...good, method: 'POST', body: Type.Object({}) })),
      /takes a body from anyone, but has no `limit`/,
    );
    assert.match(
      refusal(defineRoute({ ...good, access: member('data:read'), handler: (async () => null) as never })),
      /does not start with/,
    );
  });

  test('other than the declared ones keeps the server from starting', () => {
    const server = fastify();
    register(server, []);
    assert.throws(() => server.get('/secret', () => 'x'), /\/secret was not made by defineRoute/);
  });

  test('whose response violates its schema fails the tests', async () => {
    const wrong = defineRoute({
      ...good,
      responses: { 200: Type.Object({ a: Type.Integer() }) },
      handler: async () => ({ a: 'x' }) as never,
    });
    const own = await TestApi.open({ parts: [moduleOf(wrong)] });
    try {
      assert.equal((await own.visitor().get('/x')).status, 500);
    } finally {
      await own.close();
    }
  });

  test('that redirects responds with only the URL and is documented so', async () => {
    const onward = defineRoute({
      ...good,
      responses: { 303: redirection },
      handler: async () => '/elsewhere?code=1',
    });
    const own = await TestApi.open({ parts: [moduleOf(onward), product] });
    try {
      const { status, headers, text } = await own.visitor().get('/x');
      assert.deepEqual([status, headers.location, text], [303, '/elsewhere?code=1', '']);
      assert.match(
        String(headers['content-security-policy']),
        /^default-src 'none'; .*frame-ancestors 'none'.*; sandbox$/,
      );
      const { body } = await own.visitor().get('/openapi.json');
      const { description, headers: documented, content } = body.paths['/api/x'].get.responses[303];
      assert.deepEqual(Object.keys(documented), ['Location']);
      assert.deepEqual([description, content], ['Redirection', undefined]);
    } finally {
      await own.close();
    }
  });

  test('that fails does not reveal why', async () => {
    const failing = defineRoute({
      ...good,
      handler: async () => {
        throw new Error('password=hunter2');
      },
    });
    const own = await TestApi.open({ parts: [moduleOf(failing)] });
    try {
      const response = await own.visitor().get('/x');
      assert.deepEqual(faultsIn(response), ['internal_error']);
      assert.ok(!response.text.includes('hunter2'));
    } finally {
      await own.close();
    }
  });
});
