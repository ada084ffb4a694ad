import { ownValue } from '../ground/own-value.ts';
import { isColumnBinding } from './report-filters.ts';
import type { ComputedCard, FilterValue, ParameterBinding, ReportFilter } from './report.ts';
import { meansNoValue, parametersIn, separatorOf } from '../tables/sql-parameters.ts';

/** The query that a card's table is made by. */
interface ParameterizedQuery {
  sql: string;
  /** The values that its table is made with. */
  parameters: Readonly<Record<string, string | null>>;
}

/** The values of `$name` that a card is computed with. */
export type ParameterValues = { name: string; value: string | null }[];

/** Why a card can't be computed with what is chosen in a filter. */
export interface ParameterFault {
  code:
    | 'report_parameter_missing'
    | 'report_parameter_single'
    | 'report_parameter_separator'
    | 'report_parameter_unfit';
  values: { filter: string; name: string; count: number; separator: string };
}

export interface CardParameters {
  /** Of all parameters of the query, in its order. */
  values: ParameterValues;
  /** Those that filters have chosen instead of the values that the table is made with. Null if there are none. */
  chosen: Readonly<Record<string, string | null>> | null;
  fault: ParameterFault | null;
}

export const isParameterBinding = (one: ReportFilter['bind'][number]): one is ParameterBinding =>
  !isColumnBinding(one);

/** Whether a filter sets a parameter of a card, so that it can bring other rows rather than fewer. */
export const setsParameters = ({ bind }: Pick<ReportFilter, 'bind'>): boolean =>
  bind.some(isParameterBinding);

/**
 * Returns the values of the parameters of a card's query, which are those that were saved with it unless filters that are
 * bound to them have others. With several filters for one, the first that has a value counts.
 */
export function cardParameters(
  { id }: Pick<ComputedCard, 'id'>,
  filters: readonly ReportFilter[],
  valueOf: (filter: ReportFilter) => FilterValue | null,
  { sql, parameters }: ParameterizedQuery,
): CardParameters {
  const chosen = new Map<string, string | null>();
  let fault: ParameterFault | null = null;
  const values = parametersIn(sql).map((name) => {
    const saved = ownValue(parameters, name) ?? null;
    const binds = (one: ReportFilter['bind'][number]) =>
      isParameterBinding(one) && one.card === id && one.parameter === name;
    const own = filters.filter(({ bind }) => bind.some(binds));
    const filter = own.find((one) => valueOf(one) !== null) ?? own[0];
    if (!filter) return { name, value: saved };
    const separator = separatorOf(sql, name);
    const found = valueIn(valueOf(filter), separator);
    const isMissing = (found === undefined ? saved : found) === null && !meansNoValue(sql, name);
    const code = isFault(found) ? found.code : isMissing ? 'report_parameter_missing' : null;
    if (code !== null) {
      const count = valueOf(filter)?.values.length ?? 0;
      fault ??= { code, values: { filter: filter.label, name, count, separator: separator ?? '' } };
    }
    if (found === undefined || isFault(found)) return { name, value: saved };
    chosen.set(name, found);
    return { name, value: found };
  });
  return { values, chosen: chosen.size > 0 ? Object.fromEntries(chosen) : null, fault };
}

const isFault = (found: ReturnType<typeof valueIn>) => typeof found === 'object' && found !== null;

/** Returns what a filter's value is for a parameter. Undefined if nothing is chosen. */
function valueIn(
  value: FilterValue | null,
  separator: string | null,
): string | null | undefined | { code: Exclude<ParameterFault['code'], 'report_parameter_missing'> } {
  if (value === null) return undefined;
  const { operator, values, orNull } = value;
  const [first, ...more] = values;
  if (operator === 'is_null') return null;
  if ((operator !== 'equals' && operator !== 'one_of') || orNull || first === undefined)
    return { code: 'report_parameter_unfit' };
  if (separator === null) return more.length > 0 ? { code: 'report_parameter_single' } : first;
  // What is typed as one text is the list as the query splits it.
  if (more.length > 0 && values.some((one) => one.includes(separator)))
    return { code: 'report_parameter_separator' };
  return values.join(separator);
}
