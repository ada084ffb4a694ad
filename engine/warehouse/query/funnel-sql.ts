import type { QueryShape } from '@headwater/shared/contract';
import { FUNNEL_STEPS_MAX } from '@headwater/shared/contract/plain';
import { identifier, literal } from '../sql/sql.ts';
import type { PageColumn } from '../sql/page-column.ts';

type Funnel = Extract<QueryShape, { kind: 'funnel' }>;

/**
 * Returns SQL for how many reach each step: whoever has reached the one before and takes this one at the same time or
 * later, whatever else they did before and between. Each continues from the earliest such moment.
 */
export function funnelSql({ subject, step, date, steps }: Funnel, column: PageColumn, rows: string): string {
  const places = Array.from({ length: steps?.length ?? FUNNEL_STEPS_MAX }, (_, at) => at + 1);
  const reached = places.map((place) =>
    place === 1
      ? `reached_1 as (select subject, min(taken) as since from events where place = 1 group by 1)`
      : `reached_${place} as (
  select subject, min(taken) as since
  from events join reached_${place - 1} using (subject)
  where place = ${place} and taken >= since
  group by 1
)`,
  );
  return `with ${steps ? givenPlaces(steps, column) : usualPlaces(subject, step, date, rows)},
events as materialized (
  select ${identifier(subject)} as subject, place, ${identifier(date)} as taken
  from (select * from ${rows}) taking join places on taking.${identifier(step)} = places.step
),
${reached.join(',\n')},
counts as (
  ${places.map((place) => `select ${place} as place, count(*) as subjects from reached_${place}`).join('\n  union all ')}
)
select step, place, subjects,
  coalesce(lag(subjects) over by_place, subjects) as before,
  first_value(subjects) over by_place as first
from places join counts using (place)
window by_place as (order by place)`;
}

/** Steps in the order that somebody has chosen. One that nobody has taken is a step, too. */
const givenPlaces = (steps: readonly string[], { type }: PageColumn) =>
  `places(step, place) as (values ${steps
    .map((step, at) => `(try_cast(${literal(step)} as ${type}), ${at + 1})`)
    .join(', ')})`;

/**
 * Steps in the order of how many took them, and of those that as many took, in the order in which people first took them.
 */
const usualPlaces = (subject: string, step: string, date: string, rows: string) => `firsts as (
  select ${identifier(subject)} as subject, ${identifier(step)} as step, min(${identifier(date)}) as taken
  from ${rows}
  group by 1, 2
),
turns as (select step, taken, rank() over (partition by subject order by taken) as turn from firsts),
places as (
  select step, (row_number() over (order by count(*) desc, avg(turn), min(taken), step))::integer as place
  from turns
  group by 1
  order by place
  limit ${FUNNEL_STEPS_MAX}
)`;
