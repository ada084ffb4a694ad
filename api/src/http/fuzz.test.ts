// In a process of its own: its thousands of requests take minutes.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { makeWorld, parameters } from '../../test-support/authorization-fixtures.ts';
import { personWithPassword } from '../../test-support/person-with-password.ts';
import {
  operationsOf,
  requestsOf,
  type GeneratedRequest,
  type OpenApi,
  type Operation,
  type Schema,
} from '../../test-support/openapi-requests.ts';
import { TestApi, type ApiResponse, type Client } from '../../test-support/test-api.ts';

/** `npm run torture -- fuzz` runs more of them, with a new seed each time. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 20);
const seed = process.env.FUZZ_RUNS ? Date.now() % 2 ** 31 : 1;
/** Each successful request to these starts processes. */
const COSTLY = ['/sample-data', '/sync-runs', '/discoveries', '/connection-checks'];

/** One for all operations, because each compiles the schema of schemas again. */
const ajv = new Ajv2020({ strict: false, code: { optimize: false } });
addFormats.default(ajv as never);

const validators = new Map<string, ValidateFunction>();

const api = await TestApi.open({ environment: { DEMO: 'codes' } });
const world = await makeWorld(api);
after(api.close);

const { body: document } = (await api.visitor().get('/openapi.json')) as ApiResponse<OpenApi>;
const operations = operationsOf(document);

test('the documentation contains operations', () => assert.ok(operations.length > 40));

for (const operation of operations) {
  describe(`${operation.method} ${operation.path}`, () => {
    const check = responseCheck(operation);
    const { method, path } = operation;
    const isCostly = method === 'POST' && COSTLY.some((end) => path.endsWith(end));
    const numRuns = isCostly ? Math.ceil(RUNS / 10) : RUNS;
    let actor: Client;
    before(async () => {
      // Each operation has its own user, because requests may end sessions and accounts.
      const isSuperuser = path.startsWith('/api/superuser');
      actor = await personWithPassword(api, await api.person({ isSuperuser }));
      await api.sql(`insert into memberships (workspace_id, user_id, role) values ($1, $2, 'admin')`, [
        world.a.id,
        actor.userId,
      ]);
    });

    test(`never fails and returns what is documented, ${numRuns} times`, () =>
      fc.assert(
        fc.asyncProperty(requestsOf(operation), async (request) => {
          if (actor.cookie === undefined) await api.signIn(actor);
          const response = await send(actor, operation, request);
          const mayWait = response.status === 503 && response.headers['retry-after'] !== undefined;
          assert.ok(response.status < 500 || mayWait, response.text);
          check(response);
        }),
        { numRuns, seed },
      ));
  });
}

async function send(
  actor: Client,
  { method, path, requestBody, responses }: Operation,
  request: GeneratedRequest,
) {
  let url = path.replace(/^\/api/, '');
  for (const [whole, name] of url.matchAll(/\{(\w+)\}/g)) {
    const given = request.params[name!] ?? (await parameters[name!]!.make(world, world.a, actor));
    url = url.replace(whole, () => encodeURIComponent(given));
  }
  const [type] = Object.keys(requestBody?.content ?? {});
  return actor.send({
    method,
    path: request.query === '' ? url : `${url}?${request.query}`,
    headers: {
      ...request.headers,
      ...(type && { 'content-type': type }),
    },
    payload: request.payload,
    isStream: 'text/event-stream' in (responses['200']?.content ?? {}),
  });
}

/** Checks a response against the schema that the documentation has for its status. */
function responseCheck({ responses }: Operation): (response: ApiResponse) => void {
  const checks = new Map<string, ValidateFunction>();
  for (const [status, { content }] of Object.entries(responses)) {
    const schema: Schema | undefined = content?.['application/json']?.schema;
    if (schema) checks.set(status, compiled(schema));
  }
  return ({ status, body, text }) => {
    const documented = responses[status] ?? responses.default;
    assert.ok(documented, `${status} is not documented: ${text}`);
    const validate = checks.get(responses[status] ? String(status) : 'default');
    const isFile =
      responses[status]?.content?.['application/json'] === undefined && responses[status]?.content;
    if (isFile) return;
    if (validate) assert.ok(validate(body), `${status}: ${ajv.errorsText(validate.errors)}: ${text}`);
    else assert.equal(text, '');
  };
}

/** Compiles each schema once: most responses of errors are alike. */
function compiled(schema: Schema): ValidateFunction {
  const text = JSON.stringify(schema);
  const known = validators.get(text) ?? ajv.compile(schema);
  validators.set(text, known);
  return known;
}
