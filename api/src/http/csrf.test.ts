import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { makeWorld, parameters } from '../../test-support/authorization-fixtures.ts';
import { faultsIn, TestApi } from '../../test-support/test-api.ts';
import { modules } from '../modules.ts';
import type { Route } from './define-route.ts';

const api = await TestApi.open();
const world = await makeWorld(api);
after(api.close);

// Without cookies there is nothing that another site could use: such routes only take tokens (mcp.test.ts), or a
// secret in their URL (one-click.test.ts).
const unsafe = modules
  .flatMap((part) => part.routes)
  .filter(({ method, access, form }) => method !== 'GET' && access.kind !== 'service_account' && !form);
const superuser = world.actors.superuser;
type Headers = Record<string, string | undefined>;

const mediaTypes: Headers[] = [
  { 'content-type': undefined },
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'content-type': 'multipart/form-data; boundary=x' },
  { 'content-type': 'application/json; charset=utf-8' },
  { 'content-type': 'application/json, text/plain' },
  { 'content-type': 'Application/JSON' },
  { 'content-type': 'application/jsonp' },
];
const origins: Headers[] = [
  { origin: undefined, 'sec-fetch-site': undefined },
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'http://localhost' },
  { origin: 'http://localhost:8081' },
  { origin: 'https://localhost:8080' },
  { origin: 'http://localhost:8080.evil.example' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'none' },
  { origin: undefined, 'sec-fetch-site': 'cross-site' },
];
const tokens: Headers[] = [
  { 'x-csrf-token': undefined },
  { 'x-csrf-token': '' },
  { 'x-csrf-token': 'A'.repeat(43) },
  { 'x-csrf-token': superuser.csrfToken!.slice(0, -1) },
  { 'x-csrf-token': `${superuser.csrfToken}A` },
  { 'x-csrf-token': world.actors.admin.csrfToken },
];

for (const route of unsafe) {
  describe(`${route.method} ${route.path}`, () => {
    test('accepts no other media type', () => refuses(route, mediaTypes, 415, 'media_type_unsupported'));
    test('accepts no other origin', () => refuses(route, origins, 403, 'csrf_refused'));
    test("accepts no token other than the session's", () =>
      refuses(route, tokens, 403, 'csrf_refused', [superuser]));
    test('accepts no cookie together with a bearer token', () =>
      refuses(route, [{ authorization: 'Bearer hw_sa_x' }], 400, 'credentials_ambiguous', [superuser]));
  });
}

async function refuses(
  route: Route,
  forms: Headers[],
  status: number,
  code: string,
  callers = [superuser, api.visitor()],
) {
  const path = await pathOf(route);
  const good: Headers = route.raw ? { 'content-type': 'application/octet-stream' } : {};
  const before = await api.rowCounts();
  for (const caller of callers) {
    for (const bad of forms) {
      const response = await caller.send({
        method: route.method,
        path,
        payload: '{}',
        headers: { ...good, ...bad },
      });
      assert.equal(response.status, status, `${JSON.stringify(bad)}: ${response.text}`);
      assert.equal(faultsIn(response)[0]?.split(' ')[0], code);
    }
  }
  assert.deepEqual(await api.rowCounts(), before, 'a refused request has changed the database');
}

async function pathOf(route: Route): Promise<string> {
  let path = route.path;
  for (const [whole, name] of route.path.matchAll(/:(\w+)/g)) {
    // The superuser's own session must stay alive, because these requests are about its token.
    const value =
      name === 'sessionId'
        ? superuser.sessionId
        : await parameters[name!]!.make(world, world.a, world.actors.admin);
    path = path.replace(whole, value);
  }
  return path;
}

test('a DELETE without a body needs no media type', async () => {
  const person = await api.person();
  const other = await api.signIn(person);
  const headers = { 'content-type': undefined };
  assert.equal((await person.delete(`/sessions/${other}`, headers)).status, 204);
});

describe('an unsafe request from one of our pages', () => {
  const forms: Headers[] = [
    {},
    { 'content-type': 'application/vnd.api+json' },
    { origin: 'http://127.0.0.1:8080' },
    { origin: 'http://[::1]:8080' },
    { origin: undefined },
    { 'sec-fetch-site': undefined },
  ];
  for (const headers of forms) {
    test(`is allowed with ${JSON.stringify(headers)}`, async () => {
      const response = await world.actors.admin.post(
        '/organizations',
        'organizations',
        { name: 'Good name' },
        headers,
      );
      assert.equal(response.status, 201, response.text);
    });
  }

  test('is refused with the token of a former session', async () => {
    const person = await api.person();
    const former = person.csrfToken;
    await api.signIn(person);
    const response = await person.post(
      '/organizations',
      'organizations',
      { name: 'Good name' },
      { 'x-csrf-token': former },
    );
    assert.equal(response.status, 403, response.text);
  });

  test("needs no token for a visitor's login", async () => {
    const response = await api
      .visitor()
      .post('/sessions/email-login', 'email_logins', { email: 'a@b.cd', password: 'x' });
    assert.equal(response.status, 401, response.text);
  });
});
