import { Type, type TProperties } from '@sinclair/typebox';

/** The longest argument that isn't SQL. Names of columns can have as many letters. */
const LETTERS_MAX = 1_000;

/** The parts of a tool's input, each with what a model has to know. Unknown arguments are refused. */
export const object = <P extends TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });

export const text = (description: string) =>
  Type.String({ minLength: 1, maxLength: LETTERS_MAX, description });

export const word = <const W extends readonly [string, ...string[]]>(words: W, description: string) =>
  Type.Unsafe<W[number]>({ type: 'string', enum: [...words], description });
