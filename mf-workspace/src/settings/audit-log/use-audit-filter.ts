import { useSearchParams } from '@headwater/shared/routing';
import { PERIODS, type AuditFilter, type Period } from './audit-log.queries.ts';

const USUAL: Period = 'week';
const isPeriod = (text: string): text is Period => Object.hasOwn(PERIODS, text);

/** What of the log is shown, kept in the URL. */
export function useAuditFilter() {
  const [query, setQuery] = useSearchParams();
  const period = query.get('period') ?? '';
  const filter: AuditFilter = {
    period: isPeriod(period) ? period : USUAL,
    actor: query.get('actor') ?? '',
    action: query.get('action') ?? '',
    outcome: query.get('outcome') ?? '',
  };
  const set = (name: keyof AuditFilter, value: string) =>
    setQuery(
      (latest) => {
        if (value === '' || (name === 'period' && value === USUAL)) latest.delete(name);
        else latest.set(name, value);
        return latest;
      },
      { replace: true },
    );
  const isNarrow = filter.actor !== '' || filter.action !== '' || filter.outcome !== '';
  return { filter, set, isNarrow, clear: () => setQuery({ period: 'all' }, { replace: true }) };
}
