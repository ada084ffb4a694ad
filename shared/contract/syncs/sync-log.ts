import { Type, type Static } from '@sinclair/typebox';
import { failure } from '../ground/failure.ts';
import { nullable, object, resource, timestamp, word } from '../ground/json-api.ts';
import { messageValues } from '../ground/message-values.ts';
import { LOG_LEVELS } from '../ground/words.ts';

export type LogLevel = (typeof LOG_LEVELS)[number];

/** One line of a run's log. Its ID is `<attempt>.<line>`. */
export const logLineAttributes = object({
  attempt: Type.Integer(),
  /** 1, 2, 3 … within the attempt. Numbers are missing where a log was too long. */
  line: Type.Integer(),
  at: timestamp(),
  level: word(LOG_LEVELS),
  tableName: nullable(Type.String()),
  /** Stable; selects the message on screen. See log-codes.ts. */
  code: Type.String(),
  /** English, for people. */
  message: Type.String(),
  /** Values for the translated message. */
  values: messageValues,
  /** What went wrong, if the line reports that. */
  failure: nullable(failure),
});
export type LogLineAttributes = Static<typeof logLineAttributes>;
export const logLineResource = resource('log_lines', logLineAttributes);
export type LogLineResource = Static<typeof logLineResource>;

/**
 * Lines of a log, newest first. Both links are positions between lines. A page can be empty and still have an `older`
 * one: a search reads a limited part of the log at a time.
 */
export const logPageDocument = object({
  data: Type.Array(logLineResource),
  links: object({
    /** For `page[before]`. Null at the beginning of the log. */
    older: nullable(Type.String()),
    /** For `page[after]`: lines that don't exist yet, or are newer than this page. */
    newer: Type.String(),
  }),
  /** Whether lines newer than this page exist already. */
  meta: object({ hasNewer: Type.Boolean() }),
});
export type LogPageDocument = Static<typeof logPageDocument>;
