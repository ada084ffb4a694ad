import { Type, type Static } from '@sinclair/typebox';

/** What a translated message puts in its places, by name; a number is written as the reader's language does. */
export const messageValues = Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]));
export type MessageValues = Static<typeof messageValues>;
