import type { Services } from '../../../http/services.ts';
import { SQL_SECONDS_MAX } from '@headwater/shared/contract';
import type { Requester } from '@headwater/base/queue/fair-queue';
import { Refusal } from '@headwater/base/refusals/refusal';
import type { SandboxedStatement } from '@headwater/warehouse';
import {
  findNamedVersions,
  reachableTables,
  sqlRefusalOf,
  type BoundName,
  type FoundTable,
  type TableReader,
} from '../sql/index.ts';
import { readVersions } from '../../tables/tables/index.ts';

interface Asked {
  reader: TableReader;
  sql: string;
  /** The workspace's zone. */
  zone: string;
  parameters: Readonly<Record<string, string | null>>;
  /** What its names have meant so far. */
  bound: readonly BoundName[];
  requester: Requester;
  signal: AbortSignal;
}

/**
 * Lends a process in which a view's query has been checked, with the tables that it names. Throws what is wrong with it.
 */
export async function withCheckedStatement<T>(
  services: Services,
  { reader, sql, zone, parameters, bound, requester, signal }: Asked,
  work: (
    statement: SandboxedStatement,
    tables: ReturnType<typeof reachableTables>,
    found: FoundTable[],
    zone: string,
  ) => Promise<T>,
): Promise<T> {
  const explained = (error: unknown) => {
    throw sqlRefusalOf(error, sql, SQL_SECONDS_MAX);
  };
  return services.sandboxes
    .use(
      requester,
      signal,
      async (statement) => {
        const checked = await statement.check(sql, zone);
        const name = checked.parameters.find((one) => !Object.hasOwn(parameters, one));
        if (name !== undefined)
          throw new Refusal('sql_view_parameter', {
            pointer: '/data/attributes/sql',
            values: { name: `$${name}` },
          });
        const found = await findNamedVersions(reader, sql, checked.tables, bound);
        const versions = found.map(({ version }) => version);
        return readVersions(services, reader.id, versions, (files) =>
          // Its own faults say nothing about the files.
          work(
            statement,
            reachableTables(found, files),
            found.map((table, at) => ({ ...table, path: files[at]!.path, mayBeOwn: false })),
            checked.zone,
          ).catch(explained),
        );
      },
      SQL_SECONDS_MAX * 1_000,
    )
    .catch(explained);
}
