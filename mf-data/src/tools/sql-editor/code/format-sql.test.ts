import { formatSql } from './format-sql.ts';

test('a clause, a column, and a condition has a line of its own, and words keep their case', () => {
  expect(
    formatSql(
      'Select d.name as dealer, count(*) from shop.dealers d where d.since >= $since and not d.closed group by 1',
    ),
  ).toBe(
    [
      'Select',
      '  d.name as dealer,',
      '  count(*)',
      'from',
      '  shop.dealers d',
      'where',
      '  d.since >= $since',
      '  and not d.closed',
      'group by',
      '  1',
    ].join('\n'),
  );
});

test.each([
  "select $since, $_b2, $SINCE, 'it''s  $two', e'a\\'  b', $$ a  $b $$, $tag$ it's  $x $tag$, \"a  \"\"name\"\"\"",
  "select 'a\n  b' -- why,  and  when\nfrom t /* how\n     much */ where a = 1",
  "set TimeZone = 'Asia/Tokyo'; select now()",
  "from orders select a->>'$.b', a->'c', a::decimal(12,2), 2**3, 7//2, 'a'||'b', l[1:2], {'k': 1}.k, -a, a=-1, a - -1",
  'select list_transform(l, x -> x + 1), list_filter(l, lambda x: x > 1), [x for x in l if x > 1] from t',
  'select * exclude (a) replace (b / 2 as b) from t qualify row_number() over (partition by c order by d) = 1',
  'pivot t on year in (2000, 2010) using sum(population) group by country',
  'select a !~~* \'x\', a <> b, a != b, a <= b, a ^@ \'x\', a == b, 1e-5, 1_000, .5, 0x1F from "Größe"."名前" as ö',
  "select columns('total_.*') from t union all by name from u",
  'summarize t',
])('nothing but the space between its parts changes: %s', (sql) => {
  const formatted = formatSql(sql);
  const letters = (text: string | null) => text?.replaceAll(/\s/g, '');
  expect(letters(formatted)).toBe(letters(sql));
  for (const [literal] of sql.matchAll(
    /e'(?:\\.|[^'])*'|'(?:''|[^'])*'|\$(\w*)\$[\s\S]*?\$\1\$|--.*|\/\*[\s\S]*?\*\//g,
  ))
    expect(formatted).toContain(literal);
  expect(formatSql(formatted!)).toBe(formatted);
});

test('what isn’t a query yet stays as it is', () => {
  expect(formatSql("select 'open")).toBeNull();
  expect(formatSql('select (')).toBeNull();
});

test('what is nested deeper than anybody writes stays as it is, so that the page doesn’t stand still', () => {
  const nested = (levels: number) => `select ${'('.repeat(levels)}1${')'.repeat(levels)}`;
  expect(formatSql(nested(50))).not.toBeNull();
  expect(formatSql(nested(101))).toBeNull();
});

test('so does what has more open cases than anybody writes, which take it the longest while they are open', () => {
  const nested = (levels: number) =>
    `select end, ${'case when a then '.repeat(levels)}1${' END'.repeat(levels)} from b`;
  expect(formatSql(nested(50))).not.toBeNull();
  expect(formatSql(nested(101))).toBeNull();
});
