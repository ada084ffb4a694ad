import { Type, type Static } from '@sinclair/typebox';
import { document, object, resource, word } from './json-api.ts';
import { LIMITED_NOUNS } from './words.ts';

const usageAttributes = object({
  /** What is stored in bytes, and of what. */
  storage: object({
    limit: Type.Number(),
    uploads: Type.Integer(),
    exports: Type.Integer(),
    versions: Type.Integer(),
  }),
  /** Of what a workspace may have so many. */
  limited: Type.Array(object({ noun: word(LIMITED_NOUNS), used: Type.Integer(), limit: Type.Number() })),
  /** What its tables have at present, which nothing limits but their storage. */
  tables: Type.Integer(),
  columns: Type.Integer(),
  rows: Type.Integer(),
});
export type UsageAttributes = Static<typeof usageAttributes>;
export const usageDocument = document(resource('usages', usageAttributes));
