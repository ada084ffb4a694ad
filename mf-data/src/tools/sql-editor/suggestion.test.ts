import { suggestionIn } from './suggestion.ts';

const MESSAGE = 'Table "o" does not have a column named "totl"\n\nCandidate bindings: : "Total", "tax"';

test('the name at the place is replaced by the one that the engine suggests, as SQL writes it', () => {
  const sql = 'select sum(o.totl) from orders o';
  expect(suggestionIn(MESSAGE, sql, 11)).toEqual({
    name: 'Total',
    sql: 'select sum(o."Total") from orders o',
  });
  expect(
    suggestionIn(
      'Referenced column "totl" not found in FROM clause!\nCandidate bindings: "total"',
      'select "totl"',
      7,
    ),
  ).toEqual({ name: 'total', sql: 'select total' });
});

test('nothing is replaced where another name is written by now, or nothing is suggested', () => {
  expect(suggestionIn(MESSAGE, 'select sum(o.tax) from orders o', 11)).toBeNull();
  expect(suggestionIn(MESSAGE, 'select 1', 40)).toBeNull();
  const far = 'Referenced column "order_total" not found in FROM clause!\nCandidate bindings: "order_id"';
  expect(suggestionIn(far, 'select order_total', 7)).toBeNull();
  expect(suggestionIn('Referenced column "totl" not found', 'select totl', 7)).toBeNull();
});
