import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { FileLab } from '../testing/file-lab.ts';

let lab: FileLab;
before(async () => {
  lab = await FileLab.open();
});
after(() => lab.close());

describe('JSON Lines', () => {
  it('keep every digit, and have the types of all their values', async () => {
    const { names, types, rows } = await lab.one(
      'orders.jsonl',
      [
        '{"id":1,"price":1.10,"big":12345678901234567890.123456789,"at":"2024-02-29T10:00:00Z","ok":true,"note":"00123"}',
        '{"id":2,"price":20.25,"big":2,"at":"2024-03-01T00:00:00.5+02:00","ok":false,"note":"12"}',
        '{"id":-9223372036854775808,"price":null,"big":0.5,"ok":null}',
        '',
      ].join('\n'),
    );
    assert.deepEqual(names, ['id', 'price', 'big', 'at', 'ok', 'note']);
    assert.deepEqual(types, [
      'BIGINT',
      'DECIMAL(18,2)',
      'DECIMAL(38,9)',
      'TIMESTAMP WITH TIME ZONE',
      'BOOLEAN',
      'VARCHAR',
    ]);
    assert.deepEqual(rows, [
      ['1', '1.10', '12345678901234567890.123456789', '2024-02-29 10:00:00+00', 'true', '00123'],
      ['2', '20.25', '2.000000000', '2024-02-29 22:00:00.5+00', 'false', '12'],
      ['-9223372036854775808', null, '0.500000000', null, null, null],
    ]);
  });

  it('have moments with any form of offset, as CSV has', async () => {
    const texts = [
      '2026-01-01T10:00Z',
      '2026-01-01T10:00+01',
      '2026-01-01T10:00:00+0130',
      '2026-01-01 10:00:00 +0000',
      '2026-01-01T10:00:00.2500000 UTC',
    ];
    const { types, rows } = await lab.one('at.jsonl', texts.map((at) => JSON.stringify({ at })).join('\n'));
    const csv = await lab.one('at.csv', ['at', ...texts].join('\n'));
    assert.deepEqual([types, rows], [csv.types, csv.rows]);
    assert.deepEqual(types, ['TIMESTAMP WITH TIME ZONE']);
    assert.deepEqual(rows.flat(), [
      '2026-01-01 10:00:00+00',
      '2026-01-01 09:00:00+00',
      '2026-01-01 08:30:00+00',
      '2026-01-01 10:00:00+00',
      '2026-01-01 10:00:00.25+00',
    ]);
    // What would lose digits, or isn't in ISO 8601, stays as it is.
    for (const at of ['2026-01-01T10:00:00.1234567Z', '01/05/2026 10:00Z', '2026-02-30T10:00Z'])
      assert.deepEqual((await lab.one('odd.jsonl', JSON.stringify({ at }))).types, ['VARCHAR'], at);
  });

  it('keep escapes, nested values, mixed columns, and names in any order', async () => {
    const { names, types, rows } = await lab.one(
      'mixed.ndjson',
      String.raw`{"a":"tab\t\"quote\" é 🦆 🦆","b":{"x":[1.10,{"y":null}]},"c":1}
{"c":"one","b":[],"a":""}
{"b":"text","c":true,"k":1e3}
{"b":null,"c":null,"k":-0.5E-2}
`,
    );
    assert.deepEqual(names, ['a', 'b', 'c', 'k']);
    assert.deepEqual(types, ['VARCHAR', 'JSON', 'VARCHAR', 'DOUBLE']);
    assert.deepEqual(rows, [
      ['tab\t"quote" é 🦆 🦆', '{"x":[1.10,{"y":null}]}', '1', null],
      ['', '[]', 'one', null],
      [null, '"text"', 'true', '1000.0'],
      [null, null, null, '-0.005'],
    ]);
  });

  it('reject a line that is no object, with its number, and load the others', async () => {
    const { rows, rejected } = await lab.one(
      'broken.jsonl',
      '{"a":1}\n{"a":2\n\n[3]\n{"a":4} x\n{"a":"\\ud800"}\n{"a":01}\n{"a":5}\n{"a":6}\n{"a":7}\n{"a":8}\n{"a":9}',
    );
    assert.deepEqual(rows.flat(), ['1', '5', '6', '7', '8', '9']);
    assert.deepEqual(
      rejected.map(({ line, code, raw }) => [line, code, raw]),
      [
        [2, 'json_invalid', '{"a":2'],
        [4, 'json_no_object', '[3]'],
        [5, 'json_invalid', '{"a":4} x'],
        [6, 'json_invalid', '{"a":"\\ud800"}'],
        [7, 'json_invalid', '{"a":01}'],
      ],
    );
  });

  it('are read across the borders of chunks', async () => {
    const lines = Array.from({ length: 40_000 }, (_, n) => `{"n":${n},"text":"${'é'.repeat(n % 90)}"}\r\n`);
    const { rows } = await lab.one('long.jsonl', `\ufeff${lines.join('')}`);
    assert.equal(rows.length, 40_000);
    assert.ok(rows.every(([n, text], at) => n === String(at) && text === 'é'.repeat(at % 90)));
  });

  it('are read in UTF-16, as Windows writes it', async () => {
    const { rows } = await lab.one(
      'wide.jsonl',
      Buffer.from('\ufeff{"a":"größe"}\r\n{"a":"x"}\r\n', 'utf16le'),
    );
    assert.deepEqual(rows, [['größe'], ['x']]);
  });

  it('with more members than a table has columns are refused', async () => {
    const members = Array.from({ length: 1001 }, (_, n) => `"c${n}":1`);
    assert.equal(await lab.failureOf('wide.jsonl', `{${members.join(',')}}\n{}\n`), 'file_too_many_columns');
  });

  it('with a line longer than any row may be reject that line', async () => {
    const long = `{"a":"${'x'.repeat(23 * 1024 ** 2)}"}`;
    const { rows, rejected } = await lab.one('long.jsonl', `{"a":"1"}\n${long}\n{"a":"3"}\n`);
    assert.deepEqual(
      [rows.flat(), rejected.map(({ line, code }) => [line, code])],
      [['1', '3'], [[2, 'line_too_long']]],
    );
  });
});

describe('A JSON document', () => {
  it('is an array of objects, however it is laid out', async () => {
    const text = '[\n  {"a": 1, "b": {"c": "}"}},\n  {"a": 2,\n   "b": null}\n]\n';
    const { table, types, rows } = await lab.one('Sales Report.json', text);
    assert.equal(table, 'sales_report');
    assert.deepEqual(types, ['BIGINT', 'JSON']);
    assert.deepEqual(rows, [
      ['1', '{"c": "}"}'],
      ['2', null],
    ]);
  });

  it('has its rows in an array inside', async () => {
    const text =
      '{"page": 1, "tags": ["a", "b"], "data": {"none": [], "items": [{"a": 1}, {"a": 2}]}, "next": null}';
    const { table, rows, findings } = await lab.one('answer.json', text);
    assert.deepEqual([table, rows], ['answer', [['1'], ['2']]]);
    assert.deepEqual(findings[0]!.values, { encoding: 'UTF-8', way: 'inside', path: 'data.items' });
  });

  it('has a table for each of several arrays', async () => {
    const tables = await lab.all('shop.json', '{"orders": [{"id": 1}], "Order Lines": [{"n": 1}, {"n": 2}]}');
    assert.deepEqual(
      tables.map(({ table, rows }) => [table, rows.flat()]),
      [
        ['shop_orders', ['1']],
        ['shop_order_lines', ['1', '2']],
      ],
    );
  });

  it('is a row if it’s one object', async () => {
    const { names, rows } = await lab.one('one.json', '{"a": 1, "b": {"c": [1, 2]}}');
    assert.deepEqual([names, rows], [['a', 'b'], [['1', '{"c": [1, 2]}']]]);
  });

  it('is recognized whatever its name is', async () => {
    assert.deepEqual((await lab.one('export.txt', '[{"a": 1}]')).rows, [['1']]);
    assert.deepEqual((await lab.one('export.csv', '{"a": 1}\n{"a": 2}\n')).rows, [['1'], ['2']]);
    assert.deepEqual((await lab.one('log.txt', '[info],x\n[warning],y\n')).rows.length, 1);
  });

  it('is read across the borders of chunks', async () => {
    const values = Array.from({ length: 60_000 }, (_, n) => `{"n": ${n},\n "text": "${'x'.repeat(n % 80)}"}`);
    const { rows } = await lab.one('long.json', `{"rows": [${values.join(',\n')}]}`);
    assert.equal(rows.length, 60_000);
    assert.ok(rows.every(([n, text], at) => n === String(at) && text!.length === at % 80));
  });

  const refused: [string, string, string][] = [
    ['that ends early', '[{"a": 1},\n{"a": 2', 'file_json_cut'],
    ['that ends after a comma', '[{"a": 1},', 'file_json_cut'],
    ['with an error', '[{"a": 1},\n{"a": 2,}]', 'file_json_invalid'],
    ['with something behind it', '[{"a": 1}] x', 'file_json_invalid'],
    ['without objects', '[1, 2, 3]', 'file_no_table'],
    ['without rows', '[]', 'file_no_table'],
    ['that is a web page', '<!DOCTYPE html>\n<html></html>', 'file_not_delimited'],
    ['that is nested too deeply', `[{"a": ${'['.repeat(100_000)}`, 'file_json_invalid'],
  ];
  for (const [title, text, code] of refused)
    it(`${title} is refused`, async () => {
      assert.equal(await lab.failureOf('file.json', text), code);
    });
});

describe('JSON that other programs write', () => {
  const THREE = [
    ['1', 'awl'],
    ['2', 'adze'],
    ['3', 'burin'],
  ];
  const [one, two, three] = [
    '{"n": 1, "tool": "awl"}',
    '{"n": 2, "tool": "adze"}',
    '{"n": 3, "tool": "burin"}',
  ];
  const files: [title: string, name: string, text: string][] = [
    ['lines that CR ends', 'a.jsonl', `${one}\r${two}\r${three}\r`],
    ['lines that CRLF ends', 'a.jsonl', `${one}\r\n${two}\r\n${three}\r\n`],
    ['objects on one line', 'a.json', `${one}${two} ${three}`],
    ['objects on one line, with spaces between', 'a.ndjson', `${one} ${two} ${three}\n`],
    ['objects of several lines each', 'a.json', `${one}\n${two}\n${three}`.replaceAll(', ', ',\n  ')],
    ['rows below a row of names', 'a.json', '[["n", "tool"], [1, "awl"], [2, "adze"], [3, "burin"]]'],
  ];
  for (const [title, name, text] of files)
    it(`with ${title}`, async () => {
      const { names, types, rows, rejected } = await lab.one(name, text);
      assert.deepEqual([names, types, rejected], [['n', 'tool'], ['BIGINT', 'VARCHAR'], []]);
      assert.deepEqual(rows, THREE);
    });

  it('with rows without names, of different lengths, with nested values, and amid other values', async () => {
    const { names, rows, rejected } = await lab.one(
      'a.json',
      '[[1, "a\\u00e9", {"x": [1]}],\n [2],\n [3, null, true], [4, "b", 1], [5, "c", 2],\n [6, "d", 3, 4], 7]',
    );
    assert.deepEqual(names, ['column_1', 'column_2', 'column_3']);
    assert.deepEqual(rows, [
      ['1', 'aé', '{"x": [1]}'],
      ['2', null, null],
      ['3', null, 'true'],
      ['4', 'b', '1'],
      ['5', 'c', '2'],
    ]);
    assert.deepEqual(
      rejected.map(({ line, code }) => [line, code]),
      [
        [4, 'fields_differ'],
        [4, 'json_no_object'],
      ],
    );
  });

  it('with names that repeat in a row of names', async () => {
    const { names, rows } = await lab.one('a.json', '[["n", "n", ""], [1, 2, 3]]');
    assert.deepEqual([names, rows], [['n', 'n_2', 'column_3'], [['1', '2', '3']]]);
  });

  it('with more rows than are read at once', async () => {
    const count = 60_000;
    const objects = Array.from({ length: count }, (_, at) => `{"n": ${at}, "text": "${'x'.repeat(50)}"}`);
    for (const text of [
      objects.join(''),
      `[["n", "text"], ${objects.map((_, at) => `[${at}, "x"]`).join()}]`,
    ]) {
      const { rows } = await lab.one('a.json', text);
      assert.deepEqual([rows.length, rows[count - 1]![0]], [count, `${count - 1}`]);
    }
  });

  it('in an encoding that is chosen, or that its letters show', async () => {
    // Polish in Windows-1250.
    const bytes = Buffer.from('[{"wie\x9c": "\xa3\xb9ki i p\xb3oty", "n": "\x8cr\xf3dbor\xf3w"}]', 'latin1');
    const right = [['wieś', 'n'], [['Łąki i płoty', 'Śródborów']]];
    for (const choices of [{ encoding: 'windows-1250' }, {}] as const) {
      const { names, rows } = await lab.one('a.json', bytes, choices);
      assert.deepEqual([names, rows], right);
    }
  });
});
