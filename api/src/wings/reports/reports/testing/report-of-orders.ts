import assert from 'node:assert/strict';
import type { ReportContent } from '@headwater/shared/contract';
import type { SourceJourney } from '../../../../../test-support/source-journey.ts';

/** Makes a report with one card, `n`: how many rows a file of orders has. Returns the IDs of the report and its table. */
export async function reportOfOrders(journey: SourceJourney, organizationId: string, rows: number) {
  const ids = Array.from({ length: rows }, (_, at) => `${at + 1}\n`);
  const source = await journey.connectFiles({ 'orders.csv': `id\n${ids.join('')}` });
  await journey.sync(source);
  const tableId: string = (await journey.client.get(`${source}/tables/orders`)).body.data.id;
  const content: ReportContent = {
    cards: [
      {
        ...{ kind: 'number', id: 'n', title: 'Orders', layout: { x: 0, y: 0, w: 6, h: 6 } },
        table: { id: tableId, name: 'orders' },
        query: { breakouts: [], measures: [{ as: 'rows', agg: 'count' }] },
      },
    ],
    filters: [],
  };
  const made = await journey.client.post(`/organizations/${organizationId}/reports`, 'reports', {
    ...{ name: 'Orders', content },
  });
  assert.equal(made.status, 201, made.text);
  return { reportId: String(made.body.data.id), tableId };
}
