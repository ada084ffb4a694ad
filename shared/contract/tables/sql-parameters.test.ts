import { meansNoValue, parametersIn, separatorOf } from './sql-parameters.ts';

test('parameters are named once, in their order', () => {
  expect(parametersIn('select $since, $b from t where a >= $since')).toEqual(['since', 'b']);
});

test('what stands in texts, names, and comments is no parameter', () => {
  const sql = `select '$a', "$b", e'\\'$c', $$ $d $$, $x$ $e $x$, a$f -- $g
    /* $h */ , $i, $1`;
  expect(parametersIn(sql)).toEqual(['i']);
});

test('a parameter takes several values if the query splits it, and by what', () => {
  const of = (sql: string) => separatorOf(sql, 'status');
  expect(of("from t where list_contains(string_split($status, ','), status)")).toBe(',');
  expect(of("from t where $status is null or status in (select unnest(str_split ( $status,';')))")).toBe(';');
  expect(of("from t where status = any(string_split(coalesce($status, ''), ', '))")).toBe(', ');
  expect(of("from t where status = $status -- string_split($status, ',')")).toBeNull();
  expect(of("from t where string_split($other, ',') = [$status]")).toBeNull();
});

test('a query can say what it means that a parameter has no value', () => {
  const of = (condition: string) => meansNoValue(`from t where ${condition}`, 'status');
  expect(of('$status is null or status = $status')).toBe(true);
  expect(of('$status::text IS NULL or status = $status')).toBe(true);
  expect(of('status = coalesce($status, status)')).toBe(true);
  expect(of('status is not distinct from $status')).toBe(true);
  expect(of('status = $status')).toBe(false);
  expect(of("status = $status and '$status is null' <> ''")).toBe(false);
  expect(of('$status_2 is null or status = $status')).toBe(false);
});
