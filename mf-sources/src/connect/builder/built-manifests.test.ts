import {
  newApiForm,
  newStream,
  NO_AUTHENTICATION,
  NO_PAGES,
  type ApiForm,
  type Authentication,
  type Pages,
  type StreamForm,
} from './api-form.ts';
import { readManifest } from './read-manifest.ts';
import { writeManifest } from './write-manifest.ts';

/** The API reads these manifests from a real server: what the form writes is what the connector takes. */
const FOLDER = 'engine/manifests/testing/built';

/** Browsers have no files, so nothing else here has their types. */
const { readFileSync } = jest.requireActual<{ readFileSync(file: string, encoding: 'utf8'): string }>(
  'node:fs',
);
const [root] = expect.getState().testPath!.split('/mf-sources/src/');

function form(
  authentication: Partial<Authentication>,
  pages: Partial<Pages>,
  stream: Partial<StreamForm> = {},
): ApiForm {
  return {
    ...newApiForm(),
    baseUrl: 'https://api.example.com',
    authentication: { ...NO_AUTHENTICATION, ...authentication },
    streams: [
      {
        ...newStream(),
        name: 'items',
        path: '/items',
        recordsPath: 'data.items',
        primaryKey: 'id',
        pages: { ...NO_PAGES, ...pages },
        ...stream,
      },
    ],
  };
}

const key = { api_key: 'Key' };

const FORMS: Record<string, ApiForm> = {
  page: form(
    {},
    { kind: 'page', parameter: 'page', first: '1', size: '2', sizeParameter: 'limit' },
    {
      parameters: [
        { name: 'status', value: 'open' },
        { name: 'status', value: 'paid' },
      ],
    },
  ),
  offset: form(
    { kind: 'api_key', into: 'header', name: 'X-Key', titles: key },
    { kind: 'offset', parameter: 'offset', size: '2', sizeParameter: 'limit' },
  ),
  cursor: form(
    { kind: 'api_key', into: 'request_parameter', name: 'key', titles: key },
    { kind: 'cursor', parameter: 'after', value: 'meta.next', more: 'meta.more' },
  ),
  'last-record': form(
    {},
    { kind: 'cursor', source: 'last_record', parameter: 'after', value: 'id' },
    {
      incremental: {
        isOn: true,
        field: 'at',
        format: '%Y-%m-%d',
        start: '2024-01-02',
        startParameter: 'since',
        endParameter: 'until',
      },
    },
  ),
  link: form(
    { kind: 'bearer', titles: key },
    { kind: 'link', value: 'links.next' },
    { headers: [{ name: 'X-Version', value: '2' }] },
  ),
  'link-header': form(
    { kind: 'basic', titles: { username: 'Username', password: 'Password' } },
    { kind: 'link', source: 'header' },
    { method: 'POST', body: [{ name: 'query', value: 'all' }] },
  ),
};

test.each(Object.entries(FORMS))('the manifest %s is what the form writes', (name, given) => {
  const manifest = readFileSync(`${root}/${FOLDER}/${name}.yaml`, 'utf8');
  expect(writeManifest(given)).toBe(manifest);
  expect(readManifest(manifest)).toEqual(given);
});
