import type { Query, QueryFilter, QueryShape } from '@headwater/shared/contract';
import { columnsOfShape, rolesOfShape, sumType } from '@headwater/shared/contract/plain';
import { identifier, literal } from '../warehouse/sql.ts';
import type { PageColumn } from '../warehouse/rows-statement.ts';
import { periodBucket } from './bucket-sql.ts';
import { canBeNonFinite, rangeWithin, type ColumnExtent } from './column-extent.ts';
import { filterSql } from './filter-sql.ts';

interface Table {
  /** SQL for the table. */
  from: string;
  columns: readonly PageColumn[];
  /** What is known of the values of the shape's moments. */
  extents: ReadonlyMap<string, ColumnExtent>;
}

type Asked = Pick<Query, 'zone' | 'weekStart'> & { shape: QueryShape; filter: QueryFilter };

/** Rows that stand for a table's, with their columns. */
export interface ShapedRows {
  from: string;
  columns: readonly PageColumn[];
}

/** Returns the columns of a table of which a shape needs to know the range. */
export const momentsOfShape = (shape: QueryShape, columns: readonly PageColumn[]): PageColumn[] =>
  columns.filter(({ name }) => name === shape.date);

/**
 * Returns the rows that a shape computes of those rows of a table that match the filter. Rows without a value in a column
 * that the shape reads belong to nobody or to no time, so they don't count; an amount that is missing adds nothing.
 */
export function shapedRows({ shape, filter, ...calendar }: Asked, table: Table): ShapedRows {
  const { from, columns, extents } = table;
  const column = (name: string) => columns.find((one) => one.name === name)!;
  const date = column(shape.date);
  const known = extents.get(date.name)?.range ?? { min: 0, max: 0 };
  const range = rangeWithin(known, filter, date) ?? known;
  const period = (grain: 'day' | 'month') => periodBucket(date, grain, range, calendar).key;
  const read = rolesOfShape(shape).map(({ part, column: name }) => ({ part, column: column(name) }));
  const conditions = [
    filterSql(filter, columns),
    ...read.flatMap(({ part, column: one }) => [
      part === 'amount' ? null : `${identifier(one.name)} is not null`,
      canBeNonFinite(one) && part !== 'amount' ? `isfinite(${identifier(one.name)})` : null,
    ]),
  ].filter((condition) => condition !== null);
  const amount = 'amount' in shape ? sumOf(column(shape.amount)) : null;
  const parts = {
    rows: `${from}\nwhere ${conditions.join('\n  and ')}`,
    day: period('day'),
    month: period('month'),
    amount,
  };
  return { from: `(\n${statement(shape, parts)}\n)`, columns: columnsOfShape(shape, columns) };
}

interface Parts {
  /** A table and the condition for its rows that count. */
  rows: string;
  /** The day of a row, and the first day of its month. */
  day: string;
  month: string;
  /** The sum of the rows' amounts, which is 0 rather than NULL. */
  amount: string | null;
}

function sumOf(column: PageColumn): string {
  const name = identifier(column.name);
  const isRounded = canBeNonFinite(column);
  const sum = isRounded ? `fsum(${name}) filter (where isfinite(${name}))` : `sum(${name})`;
  return `coalesce(${sum}, 0)::${sumType(column.type)}`;
}

function statement(shape: QueryShape, parts: Parts): string {
  switch (shape.kind) {
    case 'cohorts':
      return cohortsSql(identifier(shape.customer), parts);
    case 'customers':
      return customersSql(identifier(shape.customer), shape.segments, parts);
    case 'recurring':
      return recurringSql(identifier(shape.customer), shape.movements, parts);
    case 'funnel':
      return funnelSql(identifier(shape.subject), identifier(shape.step), identifier(shape.date), parts);
  }
}

/** Months that aren't over yet would look as if customers had left. The last one is over if its last day has rows. */
const overMonths = ({ rows, day }: Parts) =>
  `over_months as (select date_trunc('month', max(${day}) + 1)::date as until from ${rows})`;

/** A cohort has a row for each month since its first, so that one in which nobody came back counts. */
const cohortsSql = (customer: string, parts: Parts) => `with ${overMonths(parts)},
activity as (
  select distinct customer, month
  from (select ${customer} as customer, ${parts.month} as month from ${parts.rows}), over_months
  where month < until
),
firsts as (select customer, min(month) as cohort from activity group by 1),
sizes as (select cohort, count(*) as customers from firsts group by 1),
returns as (
  select cohort, datediff('month', cohort, month) as age, count(*) as active
  from activity join firsts using (customer)
  group by 1, 2
),
ages as (
  select cohort, customers, unnest(generate_series(0, datediff('month', cohort, until) - 1)) as age
  from sizes, over_months
)
select cohort, age::integer as age, customers, coalesce(active, 0) as active
from ages left join returns using (cohort, age)`;

/**
 * Scores from 1 to 5 say which fifth a customer is in, and are the same for the same value. How often and for how much
 * count together.
 */
const customersSql = (customer: string, segments: readonly string[], { rows, day, amount }: Parts) => {
  const [champions, loyal, fresh, promising, lapsing, gone] = segments.map(literal);
  const score = (by: string) => `least(5, 1 + floor(percent_rank() over (order by ${by}) * 5))`;
  return `with people as (
  select ${customer} as customer, min(${day}) as first, max(${day}) as last, count(*) as times, ${amount} as amount
  from ${rows}
  group by 1
),
scored as (
  select *, ${score('last')} as recent, (${score('times')} + ${score('amount')}) / 2 as valuable
  from people
)
select customer, case
    when recent >= 4 and valuable >= 4 then ${champions}
    when recent >= 3 and valuable >= 3 then ${loyal}
    when recent >= 4 then ${fresh}
    when recent >= 3 then ${promising}
    when valuable >= 3 then ${lapsing}
    else ${gone}
  end as segment, first, last, max(last) over () - last as recency, times, amount
from scored`;
};

/** After the last of consecutive months, a customer has a month without revenue, in which they are lost. */
const recurringSql = (customer: string, movements: readonly string[], parts: Parts) => {
  const [fresh, back, growing, unchanged, shrinking, lost] = movements.map(literal);
  return `with ${overMonths(parts)},
paid as (
  select ${customer} as customer, ${parts.month} as month, ${parts.amount} as revenue
  from ${parts.rows}
  group by 1, 2
),
counted as (select paid.* from paid, over_months where month < until),
months as (
  select customer, month, revenue, false as is_lost from counted
  union all
  select customer, after, 0, true
  from (
    select customer, (month + interval 1 month)::date as after,
      lead(month) over (partition by customer order by month) as next
    from counted
  ), over_months
  where next is distinct from after and after < until
),
compared as (
  select *, lag(revenue) over history as former, lag(is_lost) over history as was_lost
  from months
  window history as (partition by customer order by month)
),
moved as (
  select month, revenue, revenue - coalesce(former, 0) as change, case
      when is_lost then ${lost}
      when former is null then ${fresh}
      when was_lost then ${back}
      when revenue > former then ${growing}
      when revenue < former then ${shrinking}
      else ${unchanged}
    end as movement
  from compared
)
select month, movement, count(*) as customers, sum(revenue) as revenue, sum(change) as change
from moved
group by 1, 2`;
};

/** The most steps of a funnel. */
const STEPS = 12;

/** Steps are in the order of how many took them. Whoever took one before an earlier one doesn't reach it. */
const funnelSql = (subject: string, step: string, date: string, { rows }: Parts) => `with firsts as (
  select ${subject} as subject, ${step} as step, min(${date}) as taken
  from ${rows}
  group by 1, 2
),
places as (
  select step, (row_number() over (order by count(*) desc, step))::integer as place
  from firsts
  group by 1
  order by place
  limit ${STEPS}
),
walks as (
  select subject, place, taken, row_number() over walk as number, lag(taken) over walk as former
  from firsts join places using (step)
  window walk as (partition by subject order by place)
),
reached as (
  select place, bool_and(number = place and (former is null or taken >= former))
    over (partition by subject order by place) as is_reached
  from walks
),
counts as (select place, count(*) filter (where is_reached) as subjects from reached group by 1)
select step, place, subjects,
  coalesce(lag(subjects) over by_place, subjects) as before,
  first_value(subjects) over by_place as first
from places join counts using (place)
window by_place as (order by place)`;
