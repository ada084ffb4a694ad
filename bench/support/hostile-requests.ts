import type { RawRequest } from './client.ts';

export interface HostileRequest extends RawRequest {
  readonly name: string;
}

const MEBIBYTE = 1024 ** 2;
const filled = (text: string, separator = ',') =>
  `${text}${separator}`.repeat(Math.floor((MEBIBYTE - 200) / (text.length + 1)));
const keys = (count: number) => Array.from({ length: count }, (_, at) => `"k${at}":1`).join();

/** Returns the requests that cost the server the most for their size, and the largest legitimate ones. */
export function hostileRequests(
  { organizationId, sourceConnectionId }: { organizationId: string; sourceConnectionId: string },
  tables: number,
): HostileRequest[] {
  const connections = `organizations/${organizationId}/source-connections`;
  const path = `${connections}/${sourceConnectionId}/selection`;
  const headers = { 'if-match': '1' };
  const select = (name: string, items: string): HostileRequest => ({
    name,
    method: 'PATCH',
    path,
    headers,
    body: `{"data":{"type":"selections","attributes":{"add":[${items}]}}}`,
  });
  const configure = (name: string, configuration: string): HostileRequest => ({
    name,
    method: 'POST',
    path: connections,
    body: `{"data":{"type":"source_connections","attributes":{"name":"x","connector":"postgres","configuration":${configuration}}}}`,
  });
  const logIn = (name: string, body: string): HostileRequest => ({
    name,
    method: 'POST',
    path: 'sessions/email-login',
    body,
  });
  const manifest = (name: string, text: string): HostileRequest => ({
    name,
    method: 'POST',
    path: `organizations/${organizationId}/connector-forms`,
    body: JSON.stringify({
      data: { type: 'connector_forms', attributes: { connector: 'rest', configuration: { manifest: text } } },
    }),
  });
  const query = Array.from({ length: 2_500 }, (_, at) => `q${at}`).join('&');
  return [
    logIn('a login of 90,000 keys', `{"data":{${keys(90_000)}}}`),
    logIn('a login of 1,500 keys', `{"data":{${keys(1_500)}}}`),
    select('a selection of 500,000 numbers', `${filled('1')}1`),
    select('a selection of 350,000 objects', `${filled('{}')}{}`),
    select('a selection of 4,900 numbers', `${'1,'.repeat(4_900)}1`),
    select('a selection of one name of 1 MiB', `"${filled('x', 'y')}"`),
    select('a selection of one name of escapes', `"${filled('\\', '\\')}"`),
    select(
      'a selection of 1,000 names of 1,000 characters',
      Array.from({ length: 1_000 }, (_, at) => `"${'x'.repeat(1_000)}${at}"`).join(),
    ),
    select('a million brackets', '['.repeat(MEBIBYTE - 200)),
    configure('a configuration of 90,000 keys', `{${keys(90_000)}}`),
    configure('a configuration of 1,900 keys', `{${keys(1_900)}}`),
    configure('a configuration of 1,900 keys of 500 characters', `{${longKeys(1_900)}}`),
    manifest('a manifest of 700 KB', 'a: [b, {c: "d" } , &e f, *g ]\n- '.repeat(21_000)),
    manifest('a manifest of references that multiply', multiplying(7)),
    { name: 'a query of 2,500 names', method: 'GET', path: `${connections}?${query}` },
    {
      name: `a list of ${tables} tables`,
      method: 'GET',
      path: `${connections}/${sourceConnectionId}/catalog/streams`,
    },
    {
      name: `a search in the columns of ${tables} tables`,
      method: 'GET',
      path: `${connections}/${sourceConnectionId}/catalog/column-matches?filter[name]=column`,
    },
    { name: 'the documentation', method: 'GET', path: 'openapi.json' },
  ];
}

const longKeys = (count: number) =>
  Array.from({ length: count }, (_, at) => `"${'/~'.repeat(240)}${at}":1`).join();

function multiplying(depth: number): string {
  const tens = (text: string) => Array<string>(10).fill(text).join();
  const definitions = Array.from(
    { length: depth },
    (_, at) => `  d${at + 1}: [${tens(`"#/definitions/d${at}"`)}]`,
  );
  return `type: DeclarativeSource\nstreams: "#/definitions/d${depth}"\ndefinitions:\n  d0: [${tens('1')}]\n${definitions.join('\n')}`;
}
