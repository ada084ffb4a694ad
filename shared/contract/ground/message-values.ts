import { Type, type Static } from '@sinclair/typebox';

/** Values for a translated message's placeholders, by name; numbers are formatted for the reader's language. */
export const messageValues = Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]));
export type MessageValues = Static<typeof messageValues>;
