import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { QueryPool, type DuplicatesRequest } from '../../../index.ts';
import { column, READER, TestWarehouse } from '../../../testing/test-warehouse.ts';
import { jaroWinkler } from './testing/jaro-winkler.ts';

const warehouse = await TestWarehouse.open();
after(() => warehouse.close());

// Names that the statements use themselves are no matter.
const PEOPLE = [column('id', 'BIGINT'), column('text', 'VARCHAR'), column('block', 'VARCHAR')];
type Person = [id: number, text: string, block: string];

const NOTHING = { ignoreSpaces: false, ignoreCase: false, ignoreAccents: false };
const ALL = { ignoreSpaces: true, ignoreCase: true, ignoreAccents: true };

async function find(people: readonly Person[], asked: Partial<DuplicatesRequest>) {
  const stage = await warehouse.stageOf(
    PEOPLE,
    people.map(([id, text, block]) => `${id},"${text}","${block}"\n`).join(''),
  );
  return warehouse.pool.run(
    {
      kind: 'duplicates',
      file: stage.page.file,
      columns: [PEOPLE[1]!],
      ...{ rules: NOTHING, similar: null, shown: PEOPLE, groups: 1_000, rowsOfGroup: 1_000, rowsAtOnce: 50 },
      ...asked,
    },
    READER,
  );
}
const idsOf = ({ examples }: Awaited<ReturnType<typeof find>>) =>
  examples.map(({ shown }) => shown.map(([id]) => Number(id)).toSorted((a, b) => a - b));
const byFirst = (groups: number[][]) => groups.toSorted((a, b) => a[0]! - b[0]!);

/** The same numbers each time. */
function random(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;
}
const pick = <T>(next: () => number, list: readonly T[]): T => list[Math.floor(next() * list.length)]!;

const NAMES = [
  'Müller',
  'Muller',
  'MÜLLER',
  ' müller ',
  'Jane  Doe',
  'jane doe',
  'Jane Doe',
  'é',
  'e',
  '',
  ' ',
];
const plain = (text: string) =>
  text.trim().replaceAll(/\s+/g, ' ').normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

test('rows with equal values are found as a loop over random rows finds them', async () => {
  const next = random(7);
  const people = Array.from({ length: 400 }, (_, id): Person => [
    id,
    pick(next, NAMES),
    pick(next, ['a', 'b', 'C']),
  ]);
  for (const [rules, same] of [
    [NOTHING, (text: string) => text],
    [ALL, plain],
  ] as const) {
    const groups = new Map<string, number[]>();
    for (const [id, text, block] of people)
      groups.set(`${same(text)}|${same(block)}`, [...(groups.get(`${same(text)}|${same(block)}`) ?? []), id]);
    const expected = [...groups.values()].filter((ids) => ids.length > 1);
    const found = await find(people, { columns: [PEOPLE[1]!, PEOPLE[2]!], rules });
    assert.deepEqual(byFirst(idsOf(found)), byFirst(expected));
    assert.deepEqual(
      [found.rows, found.empty, found.groups, found.rowsInGroups],
      [400, 0, expected.length, expected.flat().length],
    );
  }
});

test('rows without a value are left out, and the largest groups come first', async () => {
  const texts = ['', 'b', ' ', 'a', 'b', 'a', 'a'];
  const found = await find(
    texts.map((text, id) => [id, text, '']),
    { rules: ALL },
  );
  assert.deepEqual([found.rows, found.empty], [7, 2]);
  assert.deepEqual(idsOf(found), [
    [3, 5, 6],
    [1, 4],
  ]);
  const fewer = await find(
    texts.map((text, id) => [id, text, '']),
    { rules: ALL, groups: 1, rowsOfGroup: 2 },
  );
  assert.deepEqual([fewer.groups, fewer.rowsInGroups, fewer.examples[0]!.rows], [2, 5, 3]);
  assert.deepEqual(idsOf(fewer), [[3, 5]]);
});

const WORDS = [
  'martha',
  'marhta',
  'marta',
  'dwayne',
  'duane',
  'dixon',
  'dicksonx',
  'jon',
  'john',
  'johnny',
  'm',
];

test('similar texts are found as a loop over all pairs of a block finds them', async () => {
  const next = random(11);
  const people = Array.from({ length: 120 }, (_, id): Person => [
    id,
    `${pick(next, WORDS)}${pick(next, ['', 's', 'x1', 'zz'])}`,
    pick(next, ['a', 'b', '']),
  ]);
  for (const within of [PEOPLE[2]!, null]) {
    const blockOf = ([, text, block]: Person) => (within ? block : text.slice(0, 3));
    const group = people.map((_, at) => at);
    for (const [at, one] of people.entries())
      for (const [other, two] of people.entries())
        if (other < at && blockOf(one) === blockOf(two) && jaroWinkler(one[1], two[1]) >= 0.9) {
          const [from, to] = [group[at]!, group[other]!];
          for (const each of group.keys()) if (group[each] === from) group[each] = to;
        }
    const expected = [...Map.groupBy(group.keys(), (at) => group[at]!).values()].filter(
      (ids) => ids.length > 1,
    );
    const found = await find(people, { similar: { least: 0.9, within, mostPairs: 1e6 } });
    assert.deepEqual(byFirst(idsOf(found)), byFirst(expected));
    assert.deepEqual(
      [found.groups, found.rowsInGroups, found.skipped.blocks],
      [expected.length, expected.flat().length, 0],
    );
  }
});

test('blocks with too many pairs are skipped and named', async () => {
  const people = [
    ...Array.from({ length: 20 }, (_, id): Person => [id, `big${id}`, '']),
    [20, 'sma', ''],
    [21, 'small', ''],
  ] satisfies Person[];
  const found = await find(people, { similar: { least: 0.5, within: null, mostPairs: 5 } });
  assert.deepEqual(found.skipped, { blocks: 1, rows: 20, largest: [{ block: 'big', rows: 20 }] });
  assert.deepEqual([found.pairs, idsOf(found)], [1, [[20, 21]]]);
});

test('a part has all rows of its values', async () => {
  const people = Array.from({ length: 300 }, (_, id): Person => [id, `name ${id % 100}`, '']);
  const found = await find(people, { oneOf: 5 });
  assert.ok(found.rows < 300 && found.rows > 0);
  assert.deepEqual([found.rowsInGroups, found.groups * 3], [found.rows, found.rows]);
});

test('what a search leaves behind is in nobody’s way', async () => {
  const pool = new QueryPool({ root: warehouse.root, size: 1 });
  after(() => pool.close());
  const stage = await warehouse.stageOf(PEOPLE, '1,a,b\n2,a,b\n');
  const request: DuplicatesRequest = {
    kind: 'duplicates',
    file: stage.page.file,
    columns: [PEOPLE[1]!],
    ...{ rules: ALL, similar: { least: 0.9, within: null, mostPairs: 10 }, shown: PEOPLE },
    ...{ groups: 10, rowsOfGroup: 10, rowsAtOnce: 100 },
  };
  const first = await pool.run(request, READER);
  assert.deepEqual(await pool.run(request, READER), first);
  assert.equal(first.groups, 1);
});
