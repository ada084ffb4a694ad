import {
  isComputed,
  isParameterBinding,
  separatorOf,
  type ColumnKind,
  type ReportContent,
  type ReportFilter,
} from '@headwater/shared/contract';
import { useQuery } from '@headwater/shared/query';
import { savedQueries, type SqlView, sqlViewQueries } from '@headwater/shared/figures';

/** A parameter of a saved query that a filter sets. */
export interface BoundParameter {
  name: string;
  /** What the query compares it with. A text until that is known. */
  kind: ColumnKind;
  /** What is between its values if it takes several. */
  separator: string | null;
  view: SqlView;
}

/** Returns the first parameter that a filter is bound to and that still exists: it says what kind of values the filter has. */
export function useBoundParameter(
  organizationId: string,
  { bind }: ReportFilter,
  { cards }: Pick<ReportContent, 'cards'>,
): BoundParameter | undefined {
  const bound = bind.filter(isParameterBinding);
  const { data: views = [] } = useQuery({
    ...sqlViewQueries.list(organizationId),
    enabled: bound.length > 0,
  });
  const [found] = bound.flatMap(({ card: id, parameter: name }) => {
    const card = cards.filter(isComputed).find((one) => one.id === id);
    const view = views.find((one) => one.id === card?.table.id);
    return view ? [{ name, view }] : [];
  });
  const kinds = useQuery({
    ...savedQueries.columns(organizationId, {
      id: found?.view.savedQuery?.id ?? '',
      version: found?.view.version ?? 0,
    }),
    enabled: Boolean(found?.view.savedQuery),
  }).data;
  if (!found) return undefined;
  const { name, view } = found;
  const kind = kinds?.parameters.find((one) => one.name === name)?.kind ?? 'text';
  return { name, kind, separator: separatorOf(view.sql, name), view };
}
