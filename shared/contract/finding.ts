import { Type, type Static } from '@sinclair/typebox';
import { object } from './json-api.ts';
import { messageValues } from './message-values.ts';

/** What a step of a connection check, or a look at a file, found out, where it is no failure. */
export const finding = object({
  /** Stable; the screen's message is chosen by it. See finding-codes.ts. */
  code: Type.String(),
  /** English, for people. */
  message: Type.String(),
  /** Values for the translated message. */
  values: messageValues,
});
export type Finding = Static<typeof finding>;
