import type { Query } from './query.ts';
import type { QueryFilter } from './table-query.ts';
import type { WorkspaceSettings } from '../people/organization.ts';

/** In which zone days begin in a workspace, and on which day weeks do. */
export type WorkspaceCalendar = Pick<WorkspaceSettings, 'timeZone' | 'weekStart'>;

/** Returns a query with the workspace's calendar where it names none of its own. */
export function withCalendar(query: Query, { timeZone, weekStart }: WorkspaceCalendar): Query {
  const zone = query.zone ?? timeZone;
  const week = query.weekStart ?? (weekStart === 'sunday' ? weekStart : undefined);
  return { ...query, ...(zone !== null && { zone }), ...(week && { weekStart: week }) };
}

/**
 * Returns the query of a report's card as the workspace reads it: all cards begin their days in its time zone, whichever
 * zone their authors were in. Without one, each card keeps its own.
 */
export function cardInCalendar(query: Query, calendar: WorkspaceCalendar): Query {
  const { timeZone } = calendar;
  if (timeZone === null) return withCalendar(query, calendar);
  const within = <T extends { where?: Query['filter'] }>(part: T): T =>
    part.where ? { ...part, where: inZone(part.where, timeZone) } : part;
  return withCalendar(
    {
      ...query,
      zone: timeZone,
      ...(query.filter && { filter: inZone(query.filter, timeZone) }),
      measures: query.measures.map((measure) => {
        if ('ratio' in measure)
          return { ...measure, ratio: [within(measure.ratio[0]), within(measure.ratio[1])] };
        return 'agg' in measure ? within(measure) : measure;
      }),
    },
    calendar,
  );
}

/** Returns a filter whose ranges that move with the clock begin in a zone. */
const inZone = (filter: QueryFilter, zone: string): NonNullable<Query['filter']> =>
  filter.map((group) =>
    group.map((one) => ({
      ...one,
      values: one.operator === 'in_range' ? [one.values[0] ?? '', zone] : [...one.values],
    })),
  );
