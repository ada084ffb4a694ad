import { LRUCache } from 'lru-cache';
import type { QueryFilter } from '@headwater/shared/contract';
import type { Requester } from '@headwater/base/queue/fair-queue';
import type { Services } from '../../../../http/services.ts';
import { presentColumn } from '../../../connections/source-connections/index.ts';
import { readVersions } from '../versions/read-versions.ts';
import type { ReadableVersion } from '../versions/versions.repository.ts';

const MOST_KEPT = 5_000;

/** How many rows of a version match a filter. Versions never change, so a count holds for as long as it's kept. */
export class RowCounts {
  readonly #counts = new LRUCache<string, number>({ max: MOST_KEPT });

  async of(
    services: Services,
    requester: Requester,
    version: ReadableVersion,
    filter: QueryFilter,
    signal: AbortSignal,
  ): Promise<number> {
    const { only } = version;
    if (filter.length === 0 && !only) return version.rows;
    const key = JSON.stringify([version.tableId, version.version, filter, only?.filter]);
    const known = this.#counts.get(key);
    if (known !== undefined) return known;
    const columns = version.columns.map(presentColumn);
    const count = await readVersions(services, requester.workspaceId, [version], ([file]) =>
      services.queries.run({ kind: 'count', file: file!, columns, filter }, requester, signal),
    );
    this.#counts.set(key, count);
    return count;
  }
}
