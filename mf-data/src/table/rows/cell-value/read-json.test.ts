import { indentedJson, readJson } from './read-json.ts';

test('numbers stay as they are written, and texts that look like numbers are texts', () => {
  const tree = readJson('{"a":12345678901234567890.10,"b":"12","c":"a \\"3\\" b","d":[-1e3,true,null]}')!;
  expect(indentedJson(tree)).toBe(
    '{\n  "a": 12345678901234567890.10,\n  "b": "12",\n  "c": "a \\"3\\" b",\n  "d": [\n    -1e3,\n    true,\n    null\n  ]\n}',
  );
});

test.each(['12', 'null', 'text', '{"a":', '[1, 2…', '{a: 1}'])('“%s” is no object or list', (text) =>
  expect(readJson(text)).toBeNull(),
);
