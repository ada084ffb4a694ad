import { Type, type Static } from '@sinclair/typebox';
import { document, nullable, object, resource, timestamp } from '../ground/json-api.ts';

/** What a run did with the rows of one table, or of all tables that it has committed. */
const counts = {
  read: Type.Integer(),
  loaded: Type.Integer(),
  deduplicated: Type.Integer(),
  filtered: Type.Integer(),
  rejected: Type.Integer(),
};

const ofRun = {
  runId: Type.String(),
  runNumber: Type.Integer(),
  startedAt: timestamp(),
};

/** Where a figure is expected to be. Null if there are too few earlier runs. */
const usual = nullable(object({ low: Type.Number(), high: Type.Number() }));

/** A figure of the last run that counted it, compared with those of `earlier` runs. */
const drift = { earlier: Type.Integer(), usual, drifts: Type.Boolean() };

const tableQuality = object({
  tableName: Type.String(),
  /** The last run that completed the table. */
  latest: object({ ...ofRun, ...counts }),
  /** How many rows the source has: counted by the last run, or estimated when its tables were discovered. */
  source: nullable(object({ rows: Type.Integer(), isEstimate: Type.Boolean() })),
  volume: object({ rows: nullable(Type.Integer()), ...drift }),
  nulls: object({
    earlier: Type.Integer(),
    /** Columns whose share of NULLs drifts, from 0 to 1. */
    drifting: Type.Array(object({ column: Type.String(), share: Type.Number(), usual })),
  }),
});
export type TableQuality = Static<typeof tableQuality>;

const runQuality = object({
  ...ofRun,
  ...counts,
  tables: Type.Integer(),
  /** Rows that are missing from the equation or too many in it, over all tables. */
  unaccounted: Type.Integer(),
});
export type RunQuality = Static<typeof runQuality>;

export const qualityAttributes = object({
  /** The last runs that completed a table, newest first. */
  runs: Type.Array(runQuality),
  /** By name. */
  tables: Type.Array(tableQuality),
});
export type QualityAttributes = Static<typeof qualityAttributes>;
export const qualityDocument = document(resource('qualities', qualityAttributes));

export const tableQualityAttributes = object({
  /** The last runs that completed the table, newest first. `rows` are those of the table after the run. */
  runs: Type.Array(object({ ...ofRun, ...counts, rows: nullable(Type.Integer()) })),
  volume: object({ rows: nullable(Type.Integer()), ...drift }),
  /** The columns of the last version that a run has counted, with the share of NULLs in each, from 0 to 1. */
  columns: Type.Array(
    object({
      name: Type.String(),
      nulls: Type.Integer(),
      share: Type.Number(),
      /** The shares of the runs before, newest first. */
      before: Type.Array(Type.Number()),
      ...drift,
    }),
  ),
});
export type TableQualityAttributes = Static<typeof tableQualityAttributes>;
export const tableQualityDocument = document(resource('table_qualities', tableQualityAttributes));
