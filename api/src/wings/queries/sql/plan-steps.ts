import type { SqlPlanStep } from '@headwater/shared/contract';
import type { PlanStep } from '@headwater/warehouse';
import type { FoundTable } from './run-sql.ts';
import { pathText } from './sql-names.ts';

/** What the engine's steps are to a reader. Those that only rearrange columns, or pass rows on, aren't listed. */
const KINDS: readonly (readonly [RegExp, SqlPlanStep['kind'] | null])[] = [
  [/^(PROJECTION|COLUMN_DATA_SCAN|CTE|CTE_SCAN|DELIM_SCAN|DUMMY_SCAN|EMPTY_RESULT|RESULT_COLLECTOR)$/, null],
  [/SCAN$/, 'read'],
  [/^FILTER$/, 'filter'],
  [/JOIN$|^CROSS_PRODUCT$/, 'join'],
  [/(AGGREGATE|GROUP_BY)$/, 'group'],
  [/^ORDER_BY$/, 'sort'],
  [/^TOP_N$/, 'top'],
  [/LIMIT/, 'limit'],
  [/^DISTINCT$/, 'distinct'],
  [/WINDOW$/, 'window'],
  [/^UNION$/, 'union'],
];

const kindOf = (operator: string) => {
  const found = KINDS.find(([pattern]) => pattern.test(operator));
  return found ? found[1] : 'other';
};

/** Returns the steps of a plan in the order in which rows pass them. */
export function planSteps(steps: readonly PlanStep[], found: readonly FoundTable[]): SqlPlanStep[] {
  const listed: SqlPlanStep[] = [];
  // A stack of our own, because plans can be deeper than calls. The last child's rows are read first.
  const waiting = [...steps];
  for (let step = waiting.pop(); step; step = waiting.pop()) {
    const kind = kindOf(step.operator);
    if (kind !== null) listed.push(presentStep(kind, step, found));
    waiting.push(...step.children);
  }
  return listed.reverse();
}

function presentStep(kind: SqlPlanStep['kind'], step: PlanStep, found: readonly FoundTable[]): SqlPlanStep {
  const { operator, facts, rows, path } = step;
  const table = found.find((one) => one.path === path);
  const top = Number(facts.Top?.[0]);
  return {
    kind,
    operator,
    table: table ? nameOf(table) : null,
    columns: table ? { read: columnsRead(step, table), of: table.version.columns.length } : null,
    conditions: [...(facts.Filters ?? []), ...(facts.Conditions ?? []), ...(facts.Expression ?? [])],
    top: Number.isSafeInteger(top) ? top : null,
    join: facts['Join Type']?.[0] ?? null,
    rows,
  };
}

/** As the statement calls it. */
const nameOf = ({ names: [first] }: FoundTable) => pathText(first!);

/** How many columns a read returns, or needs for its conditions, which begin with the column's name. */
function columnsRead({ facts }: PlanStep, { version }: FoundTable): number {
  const { Projections: returned = [], Filters: conditions = [] } = facts;
  const isIn = (condition: string, name: string) =>
    condition.startsWith(name) && !/\w/.test(condition.charAt(name.length));
  return version.columns.filter(({ name }) => {
    const names = [name, `"${name.replaceAll('"', '""')}"`];
    return names.some(
      (one) => returned.includes(one) || conditions.some((condition) => isIn(condition, one)),
    );
  }).length;
}
