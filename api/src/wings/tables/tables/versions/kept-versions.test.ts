import assert from 'node:assert/strict';
import { after, afterEach, describe, test } from 'node:test';
import { SourceJourney } from '../../../../../test-support/source-journey.ts';
import { checkStoredBytes } from '../../../../../test-support/stored-bytes.ts';
import { faultsIn, TestApi } from '../../../../../test-support/test-api.ts';
import { expireAndVerifyVersions } from './expire-and-verify-versions.ts';

const api = await TestApi.open();
after(api.close);
const workspace = await api.workspace();
const journey = new SourceJourney(workspace);
const { client } = journey;
afterEach(() => checkStoredBytes(api));

const never = new AbortController().signal;
const idOf = (source: string) => source.split('/').at(-1)!;
const versions = async (source: string) => {
  const { body } = await client.get(`${source}/tables/people/versions`);
  return body.data.map(({ attributes }: { attributes: { version: number } }) => attributes.version);
};
const restore = (source: string, version: number) =>
  client.post(`${source}/tables/people/restorations`, 'restorations', { version });

/** A connection with a table of two people, synced so many times. */
async function synced(times: number): Promise<string> {
  const source = await journey.connectFiles({
    'people.csv': 'id,email\n1,ada@example.com\n2,bob@example.com\n',
  });
  for (let round = 0; round < times; round += 1) await journey.sync(source);
  return source;
}

async function keep(source: string, change: object): Promise<void> {
  const { version } = await journey.attributesOf(source);
  const saved = await client.patch(source, 'source_connections', change, { 'if-match': String(version) });
  assert.equal(saved.status, 200, saved.text);
}

async function mask(source: string, masks: object): Promise<void> {
  const path = `${source}/catalog/streams/people/settings`;
  const {
    version,
    suggestion: _,
    supportedSyncModes: __,
    cursorColumns: ___,
    ...settings
  } = await journey.attributesOf(path);
  const change = { ...settings, masks };
  const saved = await client.patch(path, 'stream_settings', change, { 'if-match': String(version) });
  assert.equal(saved.status, 200, saved.text);
}

describe('the versions that are kept', () => {
  test('are as many as the connection says, from its next sync or night on', async () => {
    const source = await synced(4);
    assert.deepEqual(await versions(source), [4, 3, 2]);
    await keep(source, { versionsKept: 1 });
    await expireAndVerifyVersions(api.services, never);
    assert.deepEqual(await versions(source), [4]);
    await keep(source, { versionsKept: 2 });
    await journey.sync(source);
    assert.deepEqual(await versions(source), [5, 4]);
    const rows = await api.sql<{ details: object }>(
      `select details from audit_events where action = 'source_connection.update' and subject_id = $1 order by details::text`,
      [idOf(source)],
    );
    assert.deepEqual(
      rows.map(({ details }) => details),
      [{ versionsKept: 1 }, { versionsKept: 2 }],
    );
  });

  test('include all younger than so many days, and lists of them have pages', async () => {
    const source = await synced(1);
    await keep(source, { versionsKept: 1, versionDays: 7 });
    for (let round = 0; round < 3; round += 1) await journey.sync(source);
    assert.deepEqual(await versions(source), [4, 3, 2, 1]);
    await api.sql(
      `update table_versions set committed_at = now() - interval '8 days'
       where version < 3 and table_id in (select id from tables where source_connection_id = $1)`,
      [idOf(source)],
    );
    await journey.sync(source);
    assert.deepEqual(await versions(source), [5, 4, 3]);
    const list = `${source}/tables/people/versions?page[size]=2`;
    const first = await client.get(list);
    const second = await client.get(`${list}&page[after]=${first.body.links.next}`);
    assert.deepEqual(
      [first, second].map(({ body }) => [body.data.length, body.meta.total]),
      [
        [2, 3],
        [1, 3],
      ],
    );
    assert.equal(second.body.links.next, null);
  });

  test('can only be limited to numbers that make sense', async () => {
    const source = await synced(0);
    for (const change of [
      { versionsKept: 0 },
      { versionsKept: 51 },
      { versionDays: -1 },
      { versionDays: 91 },
    ]) {
      const refused = await client.patch(source, 'source_connections', change, { 'if-match': '1' });
      assert.equal(refused.status, 422, JSON.stringify(change));
    }
  });
});

describe('versions from before a column was masked', () => {
  test('can neither be read nor restored, and are deleted once a masked version is there', async () => {
    const source = await synced(2);
    const page = `${source}/tables/people/rows?page[size]=1`;
    const { next } = (await client.get(page)).body.links;
    const second = () => client.get(`${page}&page[after]=${next}`);
    await journey.sync(source);
    assert.equal((await second()).status, 200, 'version 2 is still kept');

    await mask(source, { email: 'hash' });
    assert.equal((await second()).status, 410);
    const refused = await restore(source, 2);
    assert.deepEqual(
      [refused.status, faultsIn(refused)],
      [409, ['version_unmasked /data/attributes/version']],
    );
    const { body } = await client.get(`${source}/tables/people/versions`);
    assert.deepEqual(body.data[1].attributes.maskedSince, ['email']);

    await journey.sync(source);
    assert.deepEqual(await versions(source), [4]);
    const [, [, email]] = (await journey.rows(source, 'people')) as [string[], string[]];
    assert.match(email!, /^[0-9a-f]{64}$/);
  });

  test('stay if the mask hides less than theirs, or no values of the version', async () => {
    const source = await synced(0);
    await mask(source, { email: 'drop' });
    await journey.sync(source);
    await mask(source, { email: 'partial' });
    await journey.sync(source);
    assert.deepEqual(await versions(source), [2, 1]);
    await mask(source, { email: 'hash' });
    await journey.sync(source);
    assert.deepEqual(await versions(source), [3, 1]);
    assert.equal((await restore(source, 1)).status, 200);
  });
});
