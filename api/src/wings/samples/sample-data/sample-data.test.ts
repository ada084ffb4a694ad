import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { isColumnBinding, type ReportContent } from '@headwater/shared/contract';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { settled } from '@headwater/base/testing/settled';
import { TestApi } from '../../../../test-support/test-api.ts';

const api = await TestApi.open();
after(api.close);

const load = (attributes: object) => ['sample_data', attributes] as const;

test('the sample shop comes with reports, whose cards all compute once it is synced', async () => {
  const workspace = await api.workspace();
  const journey = new SourceJourney(workspace);
  const { client } = journey;
  const root = `/organizations/${workspace.id}`;
  const loaded = await client.post(`${root}/sample-data`, ...load({ timeZone: 'Europe/Berlin' }));
  assert.equal(loaded.status, 202);

  const { body: reports } = await client.get(`${root}/reports`);
  const [favorite] = reports.data.filter(
    (one: { attributes: { favorite: boolean } }) => one.attributes.favorite,
  );
  assert.equal(favorite.attributes.name, 'Revenue overview');
  const source = `${root}/source-connections/${loaded.body.data.id}`;
  const runs = await settled(
    () => client.get(`${source}/sync-runs`),
    ({ body }) => body.data[0].attributes.endedAt !== null,
  );
  assert.equal(runs.body.data[0].attributes.state, 'succeeded', runs.text);
  for (const { id } of reports.data) {
    const { content } = (await client.get(`${root}/reports/${id}`)).body.data.attributes as {
      content: ReportContent;
    };
    assert.ok(content.template);
    for (const card of content.cards) {
      assert.ok(card.kind !== 'text');
      assert.equal(card.query.zone, 'Europe/Berlin');
      const filter = content.filters.flatMap((one) => {
        const bound = one.bind.filter(isColumnBinding).find((each) => each.card === card.id);
        return bound && one.default ? [[{ column: bound.column, ...one.default }]] : [];
      });
      const { status, body } = await client.post(`${source}/tables/orders/query-results`, 'query_results', {
        query: { ...card.query, filter: [...(card.query.filter ?? []), ...filter] },
      });
      assert.equal(status, 200, JSON.stringify(body));
      assert.ok(body.data.attributes.rows > 0, card.title);
    }
  }
});

test('an unknown time zone loads nothing', async () => {
  const { id, admin: client } = await api.workspace();
  const refused = await client.post(
    `/organizations/${id}/sample-data`,
    ...load({ timeZone: 'Mars/Olympus' }),
  );
  assert.equal(refused.status, 422);
  assert.equal(refused.body.errors[0].source.pointer, '/data/attributes/timeZone');
  assert.deepEqual((await client.get(`/organizations/${id}/reports`)).body.data, []);
});
