import { Type, type Static } from '@sinclair/typebox';
import { object } from './json-api.ts';
import { messageValues } from './message-values.ts';

/** Something that a step of a connection check, or a look at a file, noticed and that isn't a failure. */
export const finding = object({
  /** Stable; selects the message on screen. See finding-codes.ts. */
  code: Type.String(),
  /** English, for people. */
  message: Type.String(),
  /** Values for the translated message. */
  values: messageValues,
});
export type Finding = Static<typeof finding>;
