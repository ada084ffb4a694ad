// In a process of its own: its thousands of calls take minutes.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, describe, test } from 'node:test';
import { SERVICE_RIGHTS } from '@headwater/shared/contract';
import {
  ACTORS,
  bodies,
  queries,
  CANARY,
  makeWorld,
  parameters,
  signInAgain,
  type Actor,
  type World,
} from '../../test-support/authorization-fixtures.ts';
import { TestApi } from '../../test-support/test-api.ts';
import { newId } from '../platform/database/ids.ts';
import { modules } from '../modules.ts';
import type { Route } from './define-route.ts';

const matrix = JSON.parse(readFileSync(new URL('./authorization.json', import.meta.url), 'utf8')) as {
  actors: Actor[];
  routes: Record<string, number[]>;
};
const routes = modules.flatMap((part) => part.routes);
const keyOf = ({ method, path }: Route) => `${method} ${path}`;
const namesIn = ({ path }: Route) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);

// Each request makes what it is about.
const api = await TestApi.open({ environment: { QUOTA_CONNECTIONS: '2000' } });
const world = await makeWorld(api);
after(api.close);

test('every route has a row, and every row a route', () => {
  assert.deepEqual(matrix.actors, [...ACTORS]);
  assert.deepEqual(Object.keys(matrix.routes).sort(), routes.map(keyOf).sort());
  const unknown = routes.flatMap(namesIn).filter((name) => !(name in parameters));
  assert.deepEqual(unknown, [], 'path parameters without a line in authorization-fixtures.ts');
});

/** What requires a session, changes something, and is still open to the demo. */
const CHANGES_OF_THE_DEMO = [
  // their own
  'DELETE /organizations/:organizationId/past-sql-runs',
  'DELETE /organizations/:organizationId/reports/:reportId/favorites',
  'DELETE /organizations/:organizationId/reports/:reportId/subscriptions/:subscriptionId', // it can't make one
  'DELETE /organizations/:organizationId/row-exports/:rowExportId',
  'DELETE /sessions/:sessionId',
  'PATCH /organizations/:organizationId/reports/:reportId/subscriptions/:subscriptionId', // it can't make one
  'PATCH /profile', // only theme and language
  'POST /events',
  'POST /organizations/:organizationId/departures', // refused to it by the handler, which a test of members shows
  // read, with a body because configs can be long
  'POST /organizations/:organizationId/join-keys',
  'POST /organizations/:organizationId/join-matches',
  'POST /organizations/:organizationId/json-structures',
  'POST /organizations/:organizationId/reports/:reportId/favorites', // for oneself
  'POST /organizations/:organizationId/reports/:reportId/openings', // only counted
  // changes nothing
  'POST /organizations/:organizationId/source-connections/:sourceConnectionId/schedule-previews',
  // its own sample
  'POST /organizations/:organizationId/source-connections/:sourceConnectionId/sync-runs',
  'POST /organizations/:organizationId/source-connections/:sourceConnectionId/sync-runs/:runId/cancellations',
  // reads in the background
  'POST /organizations/:organizationId/source-connections/:sourceConnectionId/tables/:tableName/profiles',
  // reads, with a body because queries can be long
  'POST /organizations/:organizationId/source-connections/:sourceConnectionId/tables/:tableName/query-results',
  // their own files
  'POST /organizations/:organizationId/source-connections/:sourceConnectionId/tables/:tableName/row-exports',
  // changes nothing
  'POST /organizations/:organizationId/sql-plans',
  'POST /organizations/:organizationId/sql-runs',
  // changes nothing
  'POST /organizations/:organizationId/tools/:toolSlug/built-queries',
];

test('the demo can change only this', () => {
  const open = routes
    .filter(
      ({ method, access }) => method !== 'GET' && !['anonymous', 'service_account'].includes(access.kind),
    )
    .map(keyOf)
    .filter((key) => ![403, 404].includes(matrix.routes[key]![ACTORS.indexOf('demo')]!));
  assert.deepEqual(open.sort(), CHANGES_OF_THE_DEMO);
});

/** What a service account can call of what requires someone to be signed in. */
const OPEN_TO_SERVICE_ACCOUNTS = [
  // these two always return that they aren't offered
  'DELETE /organizations/:organizationId/mcp',
  'GET /organizations/:organizationId/mcp',
  'GET /organizations/:organizationId/reports',
  'GET /organizations/:organizationId/reports/:reportId',
  'GET /organizations/:organizationId/source-connections',
  'GET /organizations/:organizationId/source-connections/:sourceConnectionId',
  'GET /organizations/:organizationId/source-connections/:sourceConnectionId/sync-runs',
  'GET /organizations/:organizationId/source-connections/:sourceConnectionId/sync-runs/:runId',
  'GET /organizations/:organizationId/source-connections/:sourceConnectionId/tables',
  'GET /organizations/:organizationId/source-connections/:sourceConnectionId/tables/:tableName',
  'GET /organizations/:organizationId/source-connections/:sourceConnectionId/tables/:tableName/column-values',
  'GET /organizations/:organizationId/source-connections/:sourceConnectionId/tables/:tableName/row-counts',
  'GET /organizations/:organizationId/source-connections/:sourceConnectionId/tables/:tableName/rows',
  'GET /organizations/:organizationId/source-connections/:sourceConnectionId/tables/:tableName/rows.arrow',
  'GET /organizations/:organizationId/source-connections/:sourceConnectionId/tables/:tableName/rows.csv',
  'GET /organizations/:organizationId/source-connections/:sourceConnectionId/tables/:tableName/rows.jsonl',
  'GET /organizations/:organizationId/source-connections/:sourceConnectionId/tables/:tableName/rows.parquet',
  'GET /organizations/:organizationId/source-connections/:sourceConnectionId/tables/:tableName/rows.xlsx',
  'GET /organizations/:organizationId/sql-catalog',
  'GET /organizations/:organizationId/tables',
  // reads, with the rights of the routes that it calls
  'POST /organizations/:organizationId/mcp',
  'POST /organizations/:organizationId/source-connections/:sourceConnectionId/sync-runs',
  // reads, with a body because queries can be long
  'POST /organizations/:organizationId/source-connections/:sourceConnectionId/tables/:tableName/query-results',
  'POST /organizations/:organizationId/sql-runs',
];

test('service accounts can call only this', () => {
  const open = routes
    .filter(({ access }) => access.kind !== 'anonymous')
    .map(keyOf)
    .filter((key) => ![403, 404].includes(matrix.routes[key]![ACTORS.indexOf('serviceAccount')]!));
  // Each of them is compared with what a scope shows in modules/service-accounts/scope.test.ts.
  assert.deepEqual(open.sort(), OPEN_TO_SERVICE_ACCOUNTS);
});

test('a service account can call nothing without the right that it needs', async () => {
  for (const right of SERVICE_RIGHTS) {
    const others = SERVICE_RIGHTS.filter((each) => each !== right);
    const client = await api.serviceAccount(world.a, { rights: others });
    for (const route of routes.filter(({ access }) => 'opensTo' in access && access.opensTo === right)) {
      const values = await ownValues(route, 'serviceAccount');
      const path = route.path.replace(/:(\w+)/g, (_, name: string) => values[name]!);
      const { status, body } =
        route.method === 'GET' ? await client.get(path) : await client.post(path, 'anything', {});
      assert.equal(status, 403, `${keyOf(route)} without ${right}`);
      assert.equal(body.errors[0].code, 'token_right_missing');
    }
  }
});

for (const route of routes) {
  describe(keyOf(route), () => {
    for (const [column, actor] of ACTORS.entries()) {
      test(`${actor}`, async () => {
        const expected = matrix.routes[keyOf(route)]?.[column];
        const values = await ownValues(route, actor);
        const isRefused = expected! >= 400;
        const before = isRefused && (await changeableRows());
        const { status, text } = await call(world, route, actor, values);
        assert.equal(status, expected, text);
        if (isRefused)
          assert.deepEqual(await changeableRows(), before, 'a refused request has changed the database');
        if (actor !== 'stranger' && actor !== 'superuser') assert.ok(!text.includes(CANARY), text);
      });
    }
    for (const name of namesIn(route)) {
      test(`refuses a ${name} that is others', absent, malformed, or of another type`, () =>
        refusesForeignValues(route, name));
    }
  });
}

/**
 * Counts the rows of all tables except the audit, which records some refusals shortly after their response.
 */
async function changeableRows(): Promise<Record<string, number>> {
  const {
    audit_events: _audited,
    // Runs that were allowed begin and end later, on their own.
    sync_attempts: _begun,
    run_fact_changes: _ended,
    // What service accounts request, refused or not, is stored now and then.
    service_account_usage: _counted,
    ...counts
  } = await api.rowCounts();
  return counts;
}

/**
 * Expects a 404 for foreign values from actors whose own value is accepted, and the same refusal
 * as before from others. The values are made once, because what is refused doesn't use them up.
 */
async function refusesForeignValues(route: Route, name: string): Promise<void> {
  const foreign = await foreignValues(name);
  for (const actor of ['anonymous', 'reader', 'admin', 'serviceAccount'] as const) {
    const cell = matrix.routes[keyOf(route)]![ACTORS.indexOf(actor)]!;
    const expected = cell === 401 || (cell === 403 && name !== 'organizationId') ? cell : 404;
    const own = await ownValues(route, actor);
    for (const value of foreign) {
      const { status, text } = await call(world, route, actor, { ...own, [name]: value });
      assert.equal(status, expected, `${actor} with ${name}=${value}: ${text}`);
      assert.ok(!text.includes(CANARY), text);
    }
  }
}

async function foreignValues(name: string): Promise<string[]> {
  const { prefix, make } = parameters[name]!;
  const ofB = await make(world, world.b, world.b.admin);
  if (prefix === null) return ['absent', '%00', 'a%2fb', '%27%3B--'];
  const otherType = newId(prefix === 'org' ? 'src' : 'org');
  const malformed = [
    'nonsense',
    `${prefix}_`,
    ofB.toUpperCase(),
    `${ofB}x`,
    `${ofB}%2f`,
    `${ofB}%00`,
    '%2e%2e%2f',
    'null',
  ];
  return [ofB, newId(prefix), otherType, ...malformed];
}

async function ownValues(route: Route, actor: Actor): Promise<Record<string, string>> {
  const client = world.actors[actor];
  if (client.userId !== '' && client.cookie === undefined) await signInAgain(world, client); // a row of the matrix was about logging out
  const values: Record<string, string> = {};
  for (const name of namesIn(route)) values[name] = await parameters[name]!.make(world, world.a, client);
  return values;
}

async function call({ actors }: World, route: Route, actor: Actor, values: Record<string, string>) {
  const body =
    bodies[keyOf(route)]?.(world) ?? (route.method === 'GET' || route.method === 'DELETE' ? undefined : {});
  return actors[actor].send({
    method: route.method,
    path: route.path.replace(/:(\w+)/g, (_, name: string) => values[name]!) + (queries[keyOf(route)] ?? ''),
    payload: route.raw ? 'bytes' : route.form ? String(new URLSearchParams(body as never)) : body,
    headers: typeOf(route),
    isStream: route.stream !== undefined,
  });
}

function typeOf({ raw, form }: Route) {
  if (raw) return { 'content-type': 'application/octet-stream' };
  return form && { 'content-type': 'application/x-www-form-urlencoded' };
}
