import { sql } from 'kysely';

/** A place in a list of which the newest rows come first: a row's time in microseconds, which a Date doesn't hold. */
export interface NewestFirst {
  readonly position: number;
  readonly id: string;
}

/** The time in this column as it's part of a place. */
export const positionOf = (time: string) =>
  sql<number>`(extract(epoch from ${sql.ref(time)}) * 1000000)::bigint`;

/** Holds for rows after a place, or for all. Order by `time desc, id desc`. */
export const isAfter = (before: NewestFirst | null, time: string, id: string) =>
  before === null
    ? sql<boolean>`true`
    : sql<boolean>`(${sql.ref(time)}, ${sql.ref(id)})
        < (timestamptz 'epoch' + ${before.position}::bigint * interval '1 microsecond', ${before.id})`;
