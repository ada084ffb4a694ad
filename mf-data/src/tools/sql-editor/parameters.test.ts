import { parametersIn } from './parameters.ts';

test('parameters are named once, in their order', () => {
  expect(parametersIn('select $since, $b from t where a >= $since')).toEqual(['since', 'b']);
});

test('what stands in texts, names, and comments is no parameter', () => {
  const sql = `select '$a', "$b", e'\\'$c', $$ $d $$, $x$ $e $x$, a$f -- $g
    /* $h */ , $i, $1`;
  expect(parametersIn(sql)).toEqual(['i']);
});
