import { Type, type Static } from '@sinclair/typebox';
import { lineText, object } from '../ground/json-api.ts';
import { FUNNEL_STEPS_MAX } from './query-limits.ts';

const column = Type.String({ minLength: 1, maxLength: 1_000 });
const label = lineText(100, 1);
const labels = (count: number) => Type.Array(label, { minItems: count, maxItems: count });

/** Customers by the month in which they first did something, and how many did it again in each month since. */
const cohorts = object({
  kind: Type.Literal('cohorts'),
  customer: column,
  date: column,
  /** Rows with less than 0 are refunds, by which nobody comes back. */
  amount: Type.Optional(column),
});

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

/** One row per step, by how many have taken it after all earlier ones. */
const funnel = object({
  kind: Type.Literal('funnel'),
  subject: column,
  step: column,
  date: column,
  /** The steps in their order, as text. By default, all of them, in the order of how many took each. */
  steps: Type.Optional(
    Type.Array(Type.String({ maxLength: 1_000 }), { minItems: 1, maxItems: FUNNEL_STEPS_MAX }),
  ),
});

/**
 * Rows that are computed of a table's rows before they are grouped, where one grouping can't say what is meant. Names are
 * columns of the table. Which columns the rows have is said by `columnsOfShape`.
 */
export const queryShape = Type.Union([cohorts, customers, recurring, funnel]);
export type QueryShape = Static<typeof queryShape>;
