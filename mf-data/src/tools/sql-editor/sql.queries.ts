import { api } from '@headwater/shared/api';
import type {
  SqlCatalogAttributes,
  SqlPlanAttributes,
  SqlRun,
  SqlRunAttributes,
} from '@headwater/shared/contract';
import { queryOptions } from '@headwater/shared/query';

/** Keys and fetchers of the SQL editor. */
export const sqlQueries = {
  /** What SQL can name. Under the key `tables`, which server events invalidate. */
  catalog: (organizationId: string) =>
    queryOptions({
      queryKey: ['tables', organizationId, 'sql'],
      queryFn: ({ signal }) =>
        api.get<SqlCatalogAttributes>(`organizations/${organizationId}/sql-catalog`, { signal }),
    }),
  /** How a query would run over the tables as they are now. */
  plan: (organizationId: string, attributes: Pick<SqlRun, 'sql' | 'parameters'>) =>
    queryOptions({
      queryKey: ['tables', organizationId, 'plan', attributes],
      queryFn: ({ signal }) =>
        api.post<SqlPlanAttributes>(
          `organizations/${organizationId}/sql-plans`,
          { type: 'sql_plans', attributes },
          { signal },
        ),
      retry: false,
    }),
};

export const runSql = (organizationId: string, attributes: SqlRun, signal: AbortSignal) =>
  api.post<SqlRunAttributes>(
    `organizations/${organizationId}/sql-runs`,
    { type: 'sql_runs', attributes },
    { signal },
  );
