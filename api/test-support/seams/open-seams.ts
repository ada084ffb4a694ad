import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { SourceJourney } from '../source-journey.ts';
import { TestApi, type TestWorkspace } from '../test-api.ts';
import { HARD_ZONE } from './hard-table.ts';
import type { Seam } from './stations.ts';
import type { Truth } from './truth.ts';

/** A workspace of the hard zone, in which tables are followed. */
export interface OpenSeams {
  readonly api: TestApi;
  readonly workspace: TestWorkspace;
  readonly journey: SourceJourney;
  seamOf(source: string, tableName: string, truth: Truth): Promise<Seam>;
  close(): Promise<void>;
}

/** Starts the API with a port, because files are downloaded by one. */
export async function openSeams(environment: Record<string, string> = {}): Promise<OpenSeams> {
  const api = await TestApi.open({
    environment: { RATE_LIMIT_FACTOR: '50', ...environment },
    ...{ withViews: true, withProfiles: true },
  });
  await api.server.listen({ port: 0, host: '127.0.0.1' });
  const origin = `http://127.0.0.1:${(api.server.server.address() as AddressInfo).port}/api`;
  const workspace = await api.workspace();
  const journey = new SourceJourney(workspace);
  const zoned = await journey.client.patch(journey.base, 'organizations', { timeZone: HARD_ZONE });
  assert.equal(zoned.status, 200, zoned.text);
  return {
    ...{ api, workspace, journey, close: api.close },
    seamOf: async (source, tableName, truth) => {
      const { name: connection } = await journey.attributesOf(source);
      return { journey, origin, source, connection, tableName, truth };
    },
  };
}
