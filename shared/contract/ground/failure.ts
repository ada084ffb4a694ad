import { Type, type Static } from '@sinclair/typebox';
import { nullable, object, word } from './json-api.ts';
import { messageValues } from './message-values.ts';

/** Why a check, a discovery, a run, or one of its streams failed, in the Airbyte protocol's terms. */
export const failure = object({
  origin: word(['source', 'warehouse', 'platform']),
  type: word([
    'config_error',
    'transient_error',
    'system_error',
    'manual_cancellation',
    'refresh_schema',
    'heartbeat_timeout',
  ]),
  /** Stable; selects the message on screen. See failure-codes.ts. */
  code: Type.String(),
  /** English, for people: what happened, and to which table, file, or server. */
  message: Type.String(),
  /** English: what to do next. */
  fix: nullable(Type.String()),
  /** The driver's own message, with secrets removed. */
  internalMessage: nullable(Type.String()),
  /** The field of the connection's configuration that caused it, if one did. */
  field: nullable(Type.String()),
  retryable: Type.Boolean(),
  /** Values for the translated message. */
  values: messageValues,
});
export type Failure = Static<typeof failure>;
