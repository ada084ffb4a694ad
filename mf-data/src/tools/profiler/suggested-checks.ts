import {
  isCheckable,
  type Check,
  type ColumnFacts,
  type ProfiledColumn,
  type TableProfileAttributes,
} from '@headwater/shared/contract';

/** A check, and why it's worth running. */
export interface SuggestedCheck {
  check: Check;
  reason: 'complete' | 'key' | 'few_values' | 'never_negative' | 'moments' | 'any_table';
}

/** Columns with more different values aren't lists of choices. */
const MOST_VALUES = 12;
/** A table with fewer rows says little about what holds for the next ones. */
const FEWEST_ROWS = 20;
const NAMES_OF_ARRIVAL = /(created|inserted|placed|ordered|occurred|updated|at$|date$|time$)/i;

/** Suggests checks that hold for the version that was profiled, the most telling first. */
export function suggestedChecks(
  profile: TableProfileAttributes,
  primaryKey: readonly string[],
): SuggestedCheck[] {
  const isTelling = profile.rows >= FEWEST_ROWS && profile.sampledRows === null;
  return [
    { check: { kind: 'row_change', percent: 50 }, reason: 'any_table' },
    ...(isTelling ? profile.columns.flatMap((column) => ofColumn(column, primaryKey)) : []),
    ...freshness(profile),
  ];
}

function ofColumn(column: ProfiledColumn, primaryKey: readonly string[]): SuggestedCheck[] {
  const { name, facts } = column;
  if (!facts) return [];
  const isKey = primaryKey.length === 1 && primaryKey[0] === name;
  const found: SuggestedCheck[] = [];
  if (facts.unique && isCheckable('unique', column) && (isKey || /(^|_)id$|uuid|email|number$/i.test(name)))
    found.push({ check: { kind: 'unique', column: name }, reason: 'key' });
  if (facts.nulls === 0) found.push({ check: { kind: 'not_null', column: name }, reason: 'complete' });
  const isNumber = column.kind === 'number' && isCheckable('range', column);
  if (isNumber && !isKey && facts.least !== null && Number(facts.least) >= 0)
    found.push({
      check: { kind: 'range', column: name, least: '0', greatest: null },
      reason: 'never_negative',
    });
  return found;
}

/** New rows have a moment that says when they came to be. */
function freshness({ columns }: TableProfileAttributes): SuggestedCheck[] {
  const column = columns.find((one) => isCheckable('fresh', one) && NAMES_OF_ARRIVAL.test(one.name));
  return column ? [{ check: { kind: 'fresh', column: column.name, hours: 48 }, reason: 'moments' }] : [];
}

/** How many columns with few values get a check. */
const MOST_LISTS = 8;

/** Returns the columns whose values are few enough to be a list of choices. */
export const columnsOfChoices = ({ columns, rows, sampledRows }: TableProfileAttributes): ProfiledColumn[] =>
  rows < FEWEST_ROWS || sampledRows !== null
    ? []
    : columns
        .filter(
          (column) =>
            isCheckable('accepted_values', column) &&
            column.facts?.distinct.isExact === true &&
            column.facts.distinct.count > 0 &&
            column.facts.distinct.count <= MOST_VALUES,
        )
        .slice(0, MOST_LISTS);

/** Suggests that a column has only the values that it has now. Null if not all of them are known. */
export function onlyKnownValues(column: string, facts: ColumnFacts | null): SuggestedCheck | null {
  const { top = null, distinct } = facts ?? {};
  if (!top || top.length !== distinct?.count || top.some(({ cut }) => cut)) return null;
  const values = top.map(({ value }) => value);
  return { check: { kind: 'accepted_values', column, values }, reason: 'few_values' };
}
