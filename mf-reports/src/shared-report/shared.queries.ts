import { api } from '@headwater/shared/api';
import type {
  QueryResult,
  SharedCard,
  SharedCardResult,
  SharedReportResource,
} from '@headwater/shared/contract';
import type { Flat } from '@headwater/shared/json-api';
import { keepPreviousData, queryOptions } from '@headwater/shared/query';
import { Turns } from '../reports/report/turns.ts';

export type SharedReport = Flat<SharedReportResource>;

/** What opens a shared report: the token in the URL and, if it has a password, a pass. */
export interface ShareKey {
  token: string;
  pass: string | null;
}

const AGAIN_MS = 60_000;
const turns = new Turns(4);
const keyOf = ({ token, pass }: ShareKey) => ({ token, ...(pass !== null && { pass }) });

/** The report as it is now. Nothing tells an anonymous page about changes, so it asks again every minute. */
export const sharedReportQuery = (share: ShareKey) =>
  queryOptions({
    queryKey: ['shared_reports', share.token, share.pass],
    queryFn: ({ signal, client, queryKey }) => {
      const again = client.getQueryData(queryKey) !== undefined;
      return api.post<SharedReport>(
        'shared-reports',
        { type: 'shared_reports', attributes: { ...keyOf(share), ...(again && { again }) } },
        { signal },
      );
    },
    refetchInterval: AGAIN_MS,
    retry: false,
  });

/** What a card shows of a version of its data. */
export const sharedCardQuery = (share: ShareKey, { id, version }: SharedCard, filters: string) =>
  queryOptions({
    queryKey: ['shared_card_results', share.token, share.pass, id, version, filters],
    queryFn: ({ signal }) =>
      turns.take(
        signal,
        async (): Promise<QueryResult & Pick<SharedCardResult, 'unbound' | 'parameters'>> => {
          const result = await api.post<SharedCardResult>(
            'shared-card-results',
            { type: 'shared_card_results', attributes: { ...keyOf(share), card: id, filters } },
            { signal },
          );
          return { ...result, sql: '', version: version ?? 0 };
        },
      ),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });

/** The values that a filter offers with what is chosen in the other ones. Null stands for rows without a value. */
export const sharedValuesQuery = (share: ShareKey, filter: string, filters: string) =>
  queryOptions({
    queryKey: ['shared_filter_values', share.token, share.pass, filter, filters],
    queryFn: async ({ signal }) => {
      const { values } = await api.post<{ values: (string | null)[] }>(
        'shared-filter-values',
        { type: 'shared_filter_values', attributes: { ...keyOf(share), filter, filters } },
        { signal },
      );
      return values;
    },
    placeholderData: keepPreviousData,
  });

export const unlockShare = (token: string, password: string) =>
  api.post<{ pass: string }>('share-passes', { type: 'share_passes', attributes: { token, password } });
