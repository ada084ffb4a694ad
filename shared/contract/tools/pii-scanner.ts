import { Type, type Static } from '@sinclair/typebox';
import { nullable, object, word } from '../ground/json-api.ts';
import { CONFIDENCES, PERSONAL_KINDS } from '../ground/words.ts';

/** What the PII scanner is set up to do: to look through a table, except for columns that people have judged. */
export const piiScannerConfig = object({
  tableId: Type.String({ maxLength: 40 }),
  notPersonal: Type.Array(Type.String({ maxLength: 1_000 }), { maxItems: 2_000 }),
});
export type PiiScannerConfig = Static<typeof piiScannerConfig>;

const personalFinding = object({
  column: Type.String(),
  kind: word(PERSONAL_KINDS),
  confidence: word(CONFIDENCES),
  /** How many of the values that were read look like it, and are valid. Null if only the name says so. */
  hits: nullable(Type.Integer()),
  /** How many values were read. */
  values: Type.Integer(),
  /** Whether the column's name says so. */
  isNamed: Type.Boolean(),
  /** Some of them, masked. */
  examples: Type.Array(Type.String()),
});
export type PersonalFinding = Static<typeof personalFinding>;

export const personalDataResult = object({
  version: Type.Integer(),
  columns: Type.Integer(),
  findings: Type.Array(personalFinding),
  /** Columns that are masked at the connection, which weren't looked at. */
  masked: Type.Array(Type.String()),
});
export type PersonalDataResult = Static<typeof personalDataResult>;
