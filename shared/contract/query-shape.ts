import { Type, type Static } from '@sinclair/typebox';
import { object } from './json-api.ts';

const column = Type.String({ minLength: 1, maxLength: 1_000 });
const label = Type.String({ minLength: 1, maxLength: 100 });
const labels = (count: number) => Type.Array(label, { minItems: count, maxItems: count });

/** Customers by the month in which they first did something, and how many did it again in each month since. */
const cohorts = object({ kind: Type.Literal('cohorts'), customer: column, date: column });

/** One row per customer: what they did, and to which segment that puts them. */
const customers = object({
  kind: Type.Literal('customers'),
  customer: column,
  date: column,
  amount: column,
  /** The names of champions, loyal, new, promising, and lapsing customers, and of those who are gone. */
  segments: labels(6),
});

/** One row per month and movement of customers who pay every month. */
const recurring = object({
  kind: Type.Literal('recurring'),
  customer: column,
  date: column,
  amount: column,
  /** The names of new, returning, growing, unchanged, shrinking, and lost customers. */
  movements: labels(6),
});

/** One row per step, by how many have taken it and all earlier ones, in this order. */
const funnel = object({ kind: Type.Literal('funnel'), subject: column, step: column, date: column });

/**
 * Rows that are computed of a table's rows before they are grouped, where one grouping can't say what is meant. Names are
 * columns of the table. Which columns the rows have is said by `columnsOfShape`.
 */
export const queryShape = Type.Union([cohorts, customers, recurring, funnel]);
export type QueryShape = Static<typeof queryShape>;
