import { cardInCalendar, withCalendar, type Query, type QueryResult } from '@headwater/shared/contract';
import { identifier, type EarlierPeriods, type QueryFile } from '@headwater/warehouse';
import type { Workspace } from '../../../../http/define-route.ts';
import { isForPeople } from '../../../../http/principal.ts';
import type { Services } from '../../../../http/services.ts';
import { presentColumn } from '../../../connections/source-connections/index.ts';
import { compareWith, type ComparedPeriod } from './compare-with.ts';
import { onlyOf, readMade, readVersions } from '../versions/read-versions.ts';
import { partialPeriods } from './partial-periods.ts';
import { periodsToCome, spansPeriods } from './periods-to-come.ts';
import { readingVersion } from '../versions/reading-version.ts';
import { requireComputable } from './table-query.ts';
import type { ReadableVersion } from '../versions/versions.repository.ts';
import type { ViewRows } from '../rows/view-rows.ts';

interface Asked {
  readonly sourceConnectionId: string;
  readonly tableName: string;
  /** Undefined for the current version. */
  readonly number: number | undefined;
  readonly query: Query;
  /** Whether a report's card asks, which begins its days in the workspace's time zone whatever its query says. */
  readonly isCard?: boolean;
  /** The earlier period to compute the number of too. */
  readonly compare?: ComparedPeriod | undefined;
  /** Of a view: values of its query's parameters, if they aren't those that its rows were made with. */
  readonly parameters?: Readonly<Record<string, string | null>> | null | undefined;
  /** Where the query is in the request. */
  readonly pointer: string;
}

/**
 * Computes a query of a version of a table, of which the caller sees what it's about. Throws why it can't be
 * computed. `zone` is the one in which its days begin.
 */
export async function computeResult(
  services: Services,
  workspace: Workspace,
  asked: Asked,
  signal: AbortSignal,
): Promise<QueryResult & { tableId: string; zone: string }> {
  const { sourceConnectionId, tableName, number } = asked;
  const address = { sourceConnectionId, tableName, number };
  return readingVersion(workspace, { ...address, parameter: 'version' }, (version) => {
    const of = (rows: Rows) => computeOf(services, workspace, asked, rows, signal);
    if (!asked.parameters) return of({ version, made: null });
    const { id: workspaceId, principal } = workspace;
    const wanted = { workspaceId, viewId: version.tableId, parameters: asked.parameters };
    return services.viewRows.reading(
      { ...wanted, requester: { workspaceId, userId: principal.id } },
      signal,
      (made) => of({ version: made ? withRowsOf(made, version) : version, made }),
    );
  });
}

/** What is read: a version, or rows that were made for a moment instead of its own. */
interface Rows {
  readonly version: ReadableVersion;
  readonly made: ViewRows | null;
}

/** Returns a version of a view as if its rows were others. Nobody sees more columns of these. */
function withRowsOf({ columns, bytes, freshAsOf }: ViewRows, version: ReadableVersion): ReadableVersion {
  const seen = new Set(version.columns.map(({ name }) => name));
  return { ...version, columns: columns.filter(({ name }) => seen.has(name)), bytes, freshAsOf };
}

async function computeOf(
  services: Services,
  workspace: Workspace,
  { query: asked, isCard = false, compare, pointer }: Asked,
  { version, made }: Rows,
  signal: AbortSignal,
): Promise<QueryResult & { tableId: string; zone: string }> {
  // The calendar is part of the query from here on, so that results of two calendars are kept apart.
  const calendared = (isCard ? cardInCalendar : withCalendar)(asked, version);
  const query = requireComputable(calendared, version.columns, pointer);
  const columns = version.columns.map(presentColumn);
  const shownAs = `${identifier(version.sourceConnectionName)}.${identifier(version.tableName)}`;
  const requester = { workspaceId: workspace.id, userId: workspace.principal.id };
  const readAt = query.shape || spansPeriods(query) ? version.freshAsOf : undefined;
  const knownUntil = version.isWhole ? readAt : undefined;
  const isAlphabetical = isForPeople(workspace.principal);
  const compute = (one: Query, earlier?: EarlierPeriods) =>
    services.queryResults.of(
      JSON.stringify([
        ...[version.tableId, version.version, made?.key, shownAs, one, version.only?.filter, earlier],
        // The source can be known to be unchanged without a new version.
        ...[knownUntil, readAt, isAlphabetical],
      ]),
      (left) => {
        const run = (file: QueryFile) =>
          services.queries.run(
            {
              ...{ kind: 'result', columns, query: one, earlier, shownAs, knownUntil, readAt },
              ...{ isAlphabetical, file },
            },
            requester,
            left,
          );
        return made
          ? readMade({ path: made.path, bytes: made.bytes, ...onlyOf(version) }, run)
          : readVersions(services, workspace.id, [version], ([file]) => run(file!));
      },
      signal,
    );
  const result = await compute(query);
  const compared =
    compare &&
    (await compareWith(calendared, { to: compare, columns: version.columns, result }, (earlier, periods) =>
      compute(
        requireComputable(earlier, version.columns, pointer),
        periods && { ...periods, ranked: query.filter ?? [] },
      ),
    ));
  const { zone = 'UTC' } = query;
  const shown = { ...result, ...compared?.result };
  const later =
    knownUntil === undefined || query.shape
      ? null
      : periodsToCome(query, columns, shown, new Date(knownUntil));
  const partial = partialPeriods(query, columns, shown, new Date(version.freshAsOf ?? Date.now()));
  return {
    ...{ tableId: version.tableId, zone, version: version.version, ...shown },
    ...(compared && { comparison: compared.comparison }),
    ...(later && { later }),
    ...(partial.length > 0 && { partial }),
  };
}
