import type { Query, QueryFilter, QueryNote, QueryShape } from '@headwater/shared/contract';
import { columnsOfShape, rolesOfShape, sumType } from '@headwater/shared/contract/plain';
import { identifier, literal } from '../sql/sql.ts';
import type { PageColumn } from '../sql/page-column.ts';
import type { RequestedRange } from './requested-range.ts';
import { periodBucket } from './bucket-sql.ts';
import { canBeNonFinite, rangeWithin, type Range } from './column-extent.ts';
import { filterSql } from './filter-sql.ts';
import { funnelSql } from './funnel-sql.ts';
import { shapeEnd, type ReadAt } from './shape-end.ts';

interface Table {
  /** SQL for the table. */
  from: string;
  columns: readonly PageColumn[];
  /** The first and the last moment of what has happened. Null without any. */
  known: Range | null;
  /** SQL for the first moment that isn't one of them. Null if no row has a later one. */
  unread: string | null;
  read: ReadAt | undefined;
}

type Asked = Pick<Query, 'zone' | 'weekStart'> & { shape: QueryShape; filter: QueryFilter };

/** Rows that stand for a table's, with their columns. */
export interface ShapedRows {
  from: string;
  columns: readonly PageColumn[];
  /** By the name of a column of months: between which moments there is one also without rows. */
  spans: ReadonlyMap<string, RequestedRange>;
  /** Counts rows of the table that match the filter, but say nothing. */
  left: { sql: string; notes: Omit<QueryNote, 'rows'>[] };
}

/** Returns the column of a table by which a shape knows when something was. */
export const momentOfShape = (shape: QueryShape, columns: readonly PageColumn[]): PageColumn =>
  columns.find(({ name }) => name === shape.date)!;

/**
 * Returns the rows that a shape computes of those rows of a table that match the filter. Rows without a value in a column
 * that the shape reads belong to nobody or to no time, and those dated after the last read haven't happened, so they don't
 * count; an amount that is missing adds nothing.
 */
export function shapedRows({ shape, filter, ...calendar }: Asked, table: Table): ShapedRows {
  const { from, columns, known, unread, read } = table;
  const column = (name: string) => columns.find((one) => one.name === name)!;
  const date = momentOfShape(shape, columns);
  const all = known ?? { min: 0, max: 0 };
  const range = rangeWithin(all, filter, date) ?? all;
  const period = (grain: 'day' | 'month') => periodBucket(date, grain, range, calendar).key;
  const needed = rolesOfShape(shape)
    .filter(({ part }) => part !== 'amount')
    .map(({ column: name }) => column(name));
  const missing = needed.map((one) => ({ column: one.name, sql: missingSql(one) }));
  const later = unread === null ? [] : [{ column: date.name, sql: `${identifier(date.name)} >= ${unread}` }];
  const matching = filterSql(filter, columns);
  const conditions = [
    ...(matching === null ? [] : [matching]),
    ...[...missing, ...later].map(({ sql }) => `not (${sql})`),
  ];
  const amount = shape.kind !== 'funnel' && shape.amount !== undefined ? column(shape.amount) : null;
  const end = shapeEnd({ column: date, filter, calendar }, known, read);
  const parts = {
    rows: `${from}\nwhere ${conditions.join('\n  and ')}`,
    ...{
      day: period('day'),
      month: period('month'),
      until: `date '${end.until}'`,
      last: `date '${end.last}'`,
    },
    ...{
      amount: amount && sumOf(amount),
      isSale: amount && `coalesce(${identifier(amount.name)} >= 0, true)`,
    },
    isPaid: (sum: string) => `${amount && canBeNonFinite(amount) ? `round(${sum}, 6)` : sum} > 0`,
  };
  const noted = [
    ...missing,
    ...later.map(({ sql, ...one }) => ({ ...one, sql: `${sql} and isfinite(${identifier(date.name)})` })),
  ];
  return {
    from: `(\n${statement(shape, parts, column)}\n)`,
    columns: columnsOfShape(shape, columns),
    spans: new Map(['month', 'cohort'].map((name) => [name, end.spanned])),
    left: {
      sql: `select ${noted.map(({ sql }) => `count(*) filter (where ${sql})`).join(', ')} from ${from}${matching === null ? '' : ` where ${matching}`}`,
      notes: noted.map(({ column: name }, at) => ({
        column: name,
        code:
          at >= missing.length ? 'after_last_read' : name === date.name ? 'without_moment' : 'without_value',
      })),
    },
  };
}

/** SQL for whether a row has no value, or one that is no moment. */
function missingSql(column: PageColumn): string {
  const name = identifier(column.name);
  return canBeNonFinite(column) ? `${name} is null or not isfinite(${name})` : `${name} is null`;
}

interface Parts {
  /** A table and the condition for its rows that count. */
  rows: string;
  /** The day of a row, and the first day of its month. */
  day: string;
  month: string;
  /** The first month that isn't over, and the last day of which something is known. */
  until: string;
  last: string;
  /** The sum of the rows' amounts, which is 0 rather than NULL. */
  amount: string | null;
  /** Whether a row isn't a refund, as far as that's known. */
  isSale: string | null;
  /** Whether a sum is more than nothing, whatever rounding has left of it. */
  isPaid(sum: string): string;
}

function sumOf(column: PageColumn): string {
  const name = identifier(column.name);
  const isRounded = canBeNonFinite(column);
  const sum = isRounded ? `fsum(${name}) filter (where isfinite(${name}))` : `sum(${name})`;
  return `coalesce(${sum}, 0)::${sumType(column.type)}`;
}

function statement(shape: QueryShape, parts: Parts, column: (name: string) => PageColumn): string {
  switch (shape.kind) {
    case 'cohorts':
      return cohortsSql(identifier(shape.customer), parts);
    case 'customers':
      return customersSql(identifier(shape.customer), shape.segments, parts);
    case 'recurring':
      return recurringSql(identifier(shape.customer), shape.movements, parts);
    case 'funnel':
      return funnelSql(shape, column(shape.step), parts.rows);
  }
}

/** A cohort has a row for each month since its first, so that one in which nobody came back counts. */
const cohortsSql = (customer: string, { rows, month, until, isSale }: Parts) => `with activity as (
  select distinct customer, month
  from (select ${customer} as customer, ${month} as month from ${rows}${isSale === null ? '' : ` and ${isSale}`})
  where month < ${until}
),
firsts as (select customer, min(month) as cohort from activity group by 1),
sizes as (select cohort, count(*) as customers from firsts group by 1),
returns as (
  select cohort, datediff('month', cohort, month) as age, count(*) as active
  from activity join firsts using (customer)
  group by 1, 2
),
ages as (
  select cohort, customers, unnest(generate_series(0, datediff('month', cohort, ${until}) - 1)) as age
  from sizes
)
select cohort, age::integer as age, customers, coalesce(active, 0) as active
from ages left join returns using (cohort, age)`;

/**
 * A customer has bought something; refunds are no purchases, but lower what they have spent. Scores from 1 to 5 say which
 * fifth a customer is in, and are the same for the same value. How often and for how much count together.
 */
const customersSql = (customer: string, segments: readonly string[], parts: Parts) => {
  const { rows, day, last, amount, isSale } = parts;
  const [champions, loyal, fresh, promising, lapsing, gone] = segments.map(literal);
  const score = (by: string) => `least(5, 1 + floor(percent_rank() over (order by ${by}) * 5))`;
  const bought = `filter (where ${isSale})`;
  return `with people as (
  select ${customer} as customer, min(${day}) ${bought} as first, max(${day}) ${bought} as last,
    count(*) ${bought} as times, ${amount} as amount
  from ${rows}
  group by 1
),
scored as (
  select *, ${score('last')} as recent, (${score('times')} + ${score('amount')}) / 2 as valuable
  from people
  where times > 0
)
select customer, case
    when recent >= 4 and valuable >= 4 then ${champions}
    when recent >= 3 and valuable >= 3 then ${loyal}
    when recent >= 4 then ${fresh}
    when recent >= 3 then ${promising}
    when valuable >= 3 then ${lapsing}
    else ${gone}
  end as segment, first, last, ${last} - last as recency, times, amount
from scored`;
};

/**
 * A customer pays in a month whose amounts add up to more than 0, and is lost in the month after the last of consecutive
 * ones. What refunds change of customers who don't pay is in the sums, but not in the number of customers.
 */
const recurringSql = (customer: string, movements: readonly string[], parts: Parts) => {
  const { rows, month, until, amount, isPaid } = parts;
  const [fresh, back, growing, unchanged, shrinking, lost] = movements.map(literal);
  const [pays, paid] = [isPaid('revenue'), isPaid('former')];
  return `with paid as (
  select ${customer} as customer, ${month} as month, ${amount} as revenue
  from ${rows}
  group by 1, 2
),
counted as (select * from paid where month < ${until}),
months as (
  select customer, month, revenue from counted
  union all
  select customer, after, 0
  from (
    select customer, revenue, (month + interval 1 month)::date as after,
      lead(month) over (partition by customer order by month) as next
    from counted
  )
  where next is distinct from after and after < ${until} and revenue <> 0
),
compared as (
  select *, coalesce(bool_or(${pays}) over (history rows between unbounded preceding and 1 preceding), false) as has_paid,
    case when lag(month) over history = (month - interval 1 month)::date then lag(revenue) over history else 0 end as former
  from months
  window history as (partition by customer order by month)
),
moved as (
  select month, revenue, revenue - former as change, ${pays} or ${paid} as is_customer, case
      when ${pays} and ${paid} and revenue > former then ${growing}
      when ${pays} and ${paid} and revenue < former then ${shrinking}
      when ${pays} and ${paid} then ${unchanged}
      when ${pays} and has_paid then ${back}
      when ${pays} then ${fresh}
      when ${paid} then ${lost}
      when revenue > former then ${growing}
      else ${shrinking}
    end as movement
  from compared
)
select month, movement, count(*) filter (where is_customer) as customers, sum(revenue) as revenue, sum(change) as change
from moved
where is_customer or change <> 0
group by 1, 2`;
};
