import { Type, type Static } from '@sinclair/typebox';
import {
  collection,
  document,
  errorObject,
  nameText,
  nullable,
  object,
  requestBody,
  resource,
  timestamp,
  word,
} from '../ground/json-api.ts';
import { TOOL_SETUP_NAME_MAX } from './tool-limits.ts';
import { TOOL_OUTCOMES, TOOL_RUN_STATES } from '../ground/words.ts';

/** What a tool is set up to do. Each tool has a closed schema of its own, which the API checks. */
const config = Type.Record(Type.String(), Type.Unknown());

const setupName = nameText(TOOL_SETUP_NAME_MAX);

export const newToolSetupBody = requestBody(
  'tool_setups',
  object({ name: setupName, config, afterSync: Type.Boolean() }),
);
export const toolSetupChangeBody = requestBody(
  'tool_setups',
  object({
    name: Type.Optional(setupName),
    config: Type.Optional(config),
    afterSync: Type.Optional(Type.Boolean()),
  }),
);

/** A table that a setup or a run reads. */
const readTable = object({
  id: Type.String(),
  sourceConnectionId: Type.String(),
  sourceConnectionName: Type.String(),
  tableName: Type.String(),
});

const listedRun = {
  tool: Type.String(),
  setupId: nullable(Type.String()),
  /** Who started it. Null if it ran after a sync. */
  startedBy: nullable(Type.String()),
  /** Only a part of the rows was read. */
  isSample: Type.Boolean(),
  state: word(TOOL_RUN_STATES),
  /** Which share of it is done, from 0 to 1. */
  share: Type.Number(),
  /** Whether there is something to look at. Null unless it's done. */
  outcome: nullable(word(TOOL_OUTCOMES)),
  /** The figures that a list shows. Null unless it's done. */
  figures: nullable(Type.Record(Type.String(), Type.Number())),
  error: nullable(errorObject),
  createdAt: timestamp(),
  endedAt: nullable(timestamp()),
};
const toolRunSummary = object({ id: Type.String(), ...listedRun });
export type ToolRunSummary = Static<typeof toolRunSummary>;

const toolSetupAttributes = object({
  tool: Type.String(),
  name: Type.String(),
  config,
  /** Whether it runs by itself when one of its tables has a new version. */
  afterSync: Type.Boolean(),
  /** Increases with each change. An edit sends the one that it has seen. */
  version: Type.Integer(),
  tables: Type.Array(readTable),
  updatedAt: timestamp(),
  /** The newest run that read all rows. */
  lastRun: nullable(toolRunSummary),
});
export type ToolSetupAttributes = Static<typeof toolSetupAttributes>;
export const toolSetupResource = resource('tool_setups', toolSetupAttributes);
export type ToolSetupResource = Static<typeof toolSetupResource>;
export const toolSetupDocument = document(toolSetupResource);
export const toolSetupCollection = object({
  data: Type.Array(toolSetupResource),
  links: object({ next: Type.Null() }),
  meta: object({ total: Type.Integer() }),
});

/** Runs a setup, or what has been set up but not saved. */
export const newToolRunBody = requestBody(
  'tool_runs',
  object({
    setupId: Type.Optional(Type.String({ maxLength: 40 })),
    config: Type.Optional(config),
    isSample: Type.Boolean(),
  }),
);
export const toolRunCancellationBody = requestBody('tool_run_cancellations', object({}));

const toolRunAttributes = object({
  ...listedRun,
  config,
  /** The versions that were read, once it has begun. */
  tables: Type.Array(object({ ...readTable.properties, version: Type.Integer(), isCurrent: Type.Boolean() })),
  /** What was found, as the tool documents it. Null unless it's done. */
  result: nullable(Type.Record(Type.String(), Type.Unknown())),
  /** There is a result, but it shows values of a table that was deleted, or of columns that were masked since. */
  isWithheld: Type.Boolean(),
});
export type ToolRunAttributes = Static<typeof toolRunAttributes>;
export const toolRunResource = resource('tool_runs', toolRunAttributes);
export type ToolRunResource = Static<typeof toolRunResource>;
export const toolRunDocument = document(toolRunResource);

export const listedToolRunResource = resource('tool_runs', object(listedRun));
export type ListedToolRunResource = Static<typeof listedToolRunResource>;
export type ListedToolRunAttributes = ListedToolRunResource['attributes'];
export const toolRunCollection = collection(listedToolRunResource);
