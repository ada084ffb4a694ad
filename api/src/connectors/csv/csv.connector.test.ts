import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import type {
  CheckStep,
  Failure,
  Finding,
  FindingCode,
  MessageValues,
  RejectionCode,
} from '@headwater/shared/contract';
import { Egress } from '../../egress/index.ts';
import type { Stage } from '../../warehouse/stage.ts';
import { StageEngine } from '../../warehouse/stage-engine.ts';
import type { ConnectorContext, DiscoveredStream, ReadMessage, Rejection } from '../protocol.ts';
import { RECORD_LIMIT } from '../record-limit.ts';
import { csv } from './csv.connector.ts';

let folder: string;
let engine: StageEngine;
let connection: DuckDBConnection;
before(async () => {
  connection = await (await DuckDBInstance.create(':memory:')).connect();
  await connection.run(`set TimeZone = 'UTC'`);
  folder = await mkdtemp(join(tmpdir(), 'headwater-'));
  engine = await StageEngine.open({ temporaryFolder: folder });
});
after(async () => {
  engine.close();
  connection.closeSync();
  await rm(folder, { recursive: true, force: true });
});

interface Outcome {
  types: string[];
  names: string[];
  /** As texts, in the file's order. */
  rows: (string | null)[][];
  rejected: Rejection[];
  failure: string | null;
  findings: Finding[];
}

let uploads = 0;

/** What becomes of a file on its whole way: tested, discovered, read, loaded. */
async function take(
  content: string | Buffer,
  options: { fileName?: string; delimiter?: string } = {},
): Promise<Outcome> {
  const { fileName = 'file.csv', delimiter } = options;
  const uploadId = `upl_${(uploads += 1)}`;
  const path = join(folder, uploadId);
  await writeFile(path, content);
  const configuration = { files: [{ uploadId }], ...(delimiter && { delimiter }) };
  const context: ConnectorContext = {
    egress: new Egress({ loopbackOnly: true, allowedNetworks: [], ownPorts: [] }),
    uploads: new Map([[uploadId, { path, fileName }]]),
    temporaryFolder: folder,
    signal: new AbortController().signal,
    idleTimeout: 60_000,
  };
  const steps: CheckStep[] = [];
  for await (const step of csv.check(configuration, context)) steps.push(step);
  const last = steps.at(-1)!;
  const [stream] = await csv.discover(configuration, context);
  const outcome = await load(stream!, configuration, context);
  const problem: Failure | null = stream!.problem;
  assert.equal(last.failure?.code, problem?.code, 'test and discovery disagree');
  assert.equal(outcome.failure, problem?.code ?? null, 'discovery and reading disagree');
  return { ...outcome, findings: last.findings };
}

async function load(
  stream: DiscoveredStream,
  configuration: Record<string, unknown>,
  context: ConnectorContext,
): Promise<Omit<Outcome, 'findings'>> {
  const tableName = stream.suggestedTableName;
  const names = stream.columns.map(({ name }) => name);
  const types = stream.columns.map(({ type }) => type);
  const stagePath = join(folder, `${uploads}.duckdb`);
  const messages: ReadMessage[] = [];
  for await (const message of csv.read(configuration, [{ ...stream, tableName }], context))
    messages.push(message);
  const rejected: Rejection[] = [];
  let loaded = 0;
  let [rows, failure]: [(string | null)[][], string | null] = [[], null];
  let stage: Stage | undefined;
  for (const message of messages) {
    if (message.type === 'REJECTED') rejected.push(...message.rows);
    if (message.type === 'RECORDS') {
      const result = await stage!.load(message.file);
      assert.deepEqual([result.loaded, result.rejections], [message.file.rows, []]);
      loaded += result.loaded;
    }
    if (message.type !== 'STREAM_STATUS') continue;
    if (message.status === 'STARTED') stage = await engine.begin(stagePath, tableName, message.columns, null);
    else if (message.status === 'INCOMPLETE') failure = message.failure.code;
    else {
      const staged = await stage!.finish();
      assert.deepEqual(
        staged.columns.map(({ type }) => type),
        types,
        'a type that was found does not hold',
      );
      assert.equal(message.rowsRead, loaded + rejected.length);
      rows = await rowsOf(stagePath, names);
    }
  }
  return { names, types, rows, rejected, failure };
}

async function rowsOf(path: string, names: string[]): Promise<(string | null)[][]> {
  const texts = names.map((name) => `"${name.replaceAll('"', '""')}"::varchar`);
  await connection.run(`attach '${path}' as version (read_only)`);
  const reader = await connection.runAndReadAll(
    `select ${texts.join(', ')} from version.data order by rowid`,
  );
  await connection.run('detach version');
  return reader.getRowsJson() as (string | null)[][];
}

describe('A file that is loaded as it is', () => {
  const cases: [string, string | Buffer, (string | null)[][]][] = [
    [
      'with LF',
      'a,b\n1,x\n2,y\n',
      [
        ['1', 'x'],
        ['2', 'y'],
      ],
    ],
    [
      'with CRLF',
      'a,b\r\n1,x\r\n2,y\r\n',
      [
        ['1', 'x'],
        ['2', 'y'],
      ],
    ],
    [
      'with CR',
      'a,b\r1,x\r2,y\r',
      [
        ['1', 'x'],
        ['2', 'y'],
      ],
    ],
    [
      'with LF and CRLF mixed',
      'a,b\r\n1,x\n2,y\r\n3,z',
      [
        ['1', 'x'],
        ['2', 'y'],
        ['3', 'z'],
      ],
    ],
    ['without a last newline', 'a,b\n1,x', [['1', 'x']]],
    ['without rows', 'a,b\n', []],
    ['with a BOM', '\ufeffa,b\n1,x\n', [['1', 'x']]],
    ['with a BOM before a quote', '\ufeff"a","b"\n1,x\n', [['1', 'x']]],
    ['of one column', 'a\nx\ny\n', [['x'], ['y']]],
    [
      'with blank lines',
      '\n\na,b\n1,x\n\n2,y\n\n\n',
      [
        ['1', 'x'],
        ['2', 'y'],
      ],
    ],
    ['with semicolons', 'a;b\n1,5;x\n', [['1,5', 'x']]],
    ['with tabs', 'a\tb\n1\tx,y\n', [['1', 'x,y']]],
    ['with bars', 'a|b\n1|x\n', [['1', 'x']]],
    [
      'with delimiters in quotes',
      'a,b\n"x;y","1,2"\n"p;q","3,4"\n',
      [
        ['x;y', '1,2'],
        ['p;q', '3,4'],
      ],
    ],
    [
      'with quotes and newlines in quotes',
      'a,b\n"say ""hi""","one\ntwo"\nx,"\r\n"\n',
      [
        ['say "hi"', 'one\ntwo'],
        ['x', '\r\n'],
      ],
    ],
    [
      'with a lone CR in quotes',
      'a,b\n"one\rtwo",1\nx,2\n',
      [
        ['one\rtwo', '1'],
        ['x', '2'],
      ],
    ],
    ['with a newline in its header', '"a\nb",c\n1,2\n', [['1', '2']]],
    [
      'with a quote within a field',
      'a,b\n5" pipe,x\n6 "inch",y\n',
      [
        ['5" pipe', 'x'],
        ['6 "inch"', 'y'],
      ],
    ],
    ['with a blank before a quote', 'a,b\n1, "x"\n', [['1', ' "x"']]],
    [
      'with a nothing and an empty text',
      'a,b\nx,\ny,""\n',
      [
        ['x', null],
        ['y', ''],
      ],
    ],
    [
      'with backslashes',
      'a,b\n\\N,\\.\n"\\",x\n',
      [
        ['\\N', '\\.'],
        ['\\', 'x'],
      ],
    ],
    ['in many scripts', 'naïve,東京\nЖ,🛰\n', [['Ж', '🛰']]],
  ];
  for (const [title, content, rows] of cases) {
    it(title, async () => {
      const outcome = await take(content);
      assert.deepEqual([outcome.failure, outcome.rejected, outcome.rows], [null, [], rows]);
    });
  }
});

describe('A row that cannot be loaded is told with its line, and no other row is lost:', () => {
  const LONG = `x,${'y'.repeat(RECORD_LIMIT)}`;
  const KILOBYTE = 'z'.repeat(1024);
  type Case = [string, string, number, [RejectionCode, MessageValues], (string | null)[][]];
  const cases: Case[] = [
    [
      'too few fields',
      'a,b\n1,x\n2\n3,z\n',
      3,
      ['fields_differ', { fields: 1, expected: 2 }],
      [
        ['1', 'x'],
        ['3', 'z'],
      ],
    ],
    [
      'too many fields',
      'a,b\n1,x\n2,y,?\n3,z\n',
      3,
      ['fields_differ', { fields: 3, expected: 2 }],
      [
        ['1', 'x'],
        ['3', 'z'],
      ],
    ],
    [
      'too many fields by far',
      `a,b\n1,x\n${','.repeat(5000)}\n3,z\n`,
      3,
      ['fields_differ', { fields: 5001, expected: 2 }],
      [
        ['1', 'x'],
        ['3', 'z'],
      ],
    ],
    ['something behind a closing quote', 'a,b\n1,"x"y\n2,z\n', 2, ['quote_not_closed', {}], [['2', 'z']]],
    [
      'something behind a closing quote where lines end with CR',
      'a,b\r1,"x"y\r2,z\r',
      2,
      ['quote_not_closed', {}],
      [['2', 'z']],
    ],
    [
      'something behind a closing quote where lines end with CRLF',
      'a,b\r\n1,"x"y\r\n2,z\r\n',
      2,
      ['quote_not_closed', {}],
      [['2', 'z']],
    ],
    [
      'a quote that never closes, near the end',
      'a,b\n1,x\n2,"y\n3,z\n',
      3,
      ['quote_not_closed', {}],
      [
        ['1', 'x'],
        ['3', 'z'],
      ],
    ],
    [
      'a quote that never closes, far from it',
      `a,b\n1,"x\n${`2,${KILOBYTE}\n`.repeat(21_000)}`,
      2,
      ['quote_too_long', { mebibytes: 20 }],
      Array.from({ length: 21_000 }, () => ['2', KILOBYTE]),
    ],
    [
      'a line beyond the limit',
      `a,b\n1,x\n${LONG}\n3,z\n`,
      3,
      ['line_too_long', { mebibytes: 20 }],
      [
        ['1', 'x'],
        ['3', 'z'],
      ],
    ],
    [
      'a line beyond the limit at the end',
      `a,b\n1,x\n${LONG}`,
      3,
      ['line_too_long', { mebibytes: 20 }],
      [['1', 'x']],
    ],
    [
      'a line of 60 MB, over several reads',
      `a,b\n1,x\n${LONG.repeat(3)}\n3,z\n`,
      3,
      ['line_too_long', { mebibytes: 20 }],
      [
        ['1', 'x'],
        ['3', 'z'],
      ],
    ],
    ...[-1, 0, 1].map((shift): Case => {
      const line = `x,${'y'.repeat(24 * 1024 * 1024 - 'a,b\r1,x\rx,'.length + shift)}`;
      return [
        `a line whose CR is where a read ends (${shift})`,
        `a,b\r1,x\r${line}\r3,z\r4,z\r`,
        3,
        ['line_too_long', { mebibytes: 20 }],
        [
          ['1', 'x'],
          ['3', 'z'],
          ['4', 'z'],
        ],
      ];
    }),
    [
      'after a text of several lines',
      'a,b\n1,"x\ny\nz"\n2\n',
      5,
      ['fields_differ', { fields: 1, expected: 2 }],
      [['1', 'x\ny\nz']],
    ],
  ];
  for (const [title, content, line, [code, values], rows] of cases) {
    it(title, async () => {
      const outcome = await take(content);
      assert.equal(outcome.failure, null);
      assert.deepEqual(
        outcome.rejected.map((each) => [each.line, each.code, each.values]),
        [[line, code, values]],
      );
      assert.deepEqual(outcome.rows, rows);
      const { reason } = outcome.rejected[0]!;
      assert.doesNotMatch(reason, /\{\w+\}/);
      const told = outcome.findings.at(-1)!;
      assert.deepEqual(
        [told.code, told.values],
        ['rows_to_reject', { rows: 1, line, reason, reasonCode: code, ...values }],
      );
    });
  }

  it('too many of them are a failure of the file', async () => {
    const good = '1,x\n'.repeat(1000);
    assert.equal((await take(`a,b\n${good}${'2\n'.repeat(100)}`)).failure, null);
    assert.equal((await take(`a,b\n${good}${'2\n'.repeat(101)}`)).failure, 'rejects_over_limit');
  });
});

describe('A file that is refused', () => {
  const cases: [string, string | Buffer, string][] = [
    ['empty', '', 'file_empty'],
    ['nothing but blank lines', '\n\r\n\n', 'file_empty'],
    ['nothing but a BOM', '\ufeff', 'file_empty'],
    ['with a NUL', 'a,b\n1,\0\n', 'file_binary'],
    ['random bytes', Buffer.from('00ff10aa0003', 'hex'), 'file_binary'],
    ['an Excel workbook', Buffer.from('504b030414000600', 'hex'), 'file_binary'],
    ['gzipped', Buffer.from('1f8b0800000000', 'hex'), 'file_binary'],
    ['in UTF-16', Buffer.from('\ufeffa,b\n1,2\n', 'utf16le'), 'file_not_utf8'],
    ['in Latin-1', Buffer.from('a,b\n1,Zo\xeb\n', 'latin1'), 'file_not_utf8'],
    ['with a Latin-1 header', Buffer.from('a,gr\xf6\xdfe\n1,2\n', 'latin1'), 'file_not_utf8'],
    [
      'cut within a character',
      Buffer.concat([Buffer.from('a,b\n1,x'), Buffer.from([0xe2, 0x82])]),
      'file_not_utf8',
    ],
    [
      'with 1,001 columns',
      `${Array.from({ length: 1001 }, (_, at) => `c${at}`).join(',')}\n`,
      'file_too_many_columns',
    ],
    ['with a header that never ends', `"a,b\n${'1,2\n'.repeat(300_000)}`, 'file_header_too_long'],
    ['with a header of 2 MB', `${'a'.repeat(2 * 1024 * 1024)}\n1\n`, 'file_header_too_long'],
  ];
  for (const [title, content, code] of cases) {
    it(title, async () => {
      const outcome = await take(content);
      assert.deepEqual([outcome.failure, outcome.rows], [code, []]);
    });
  }

  for (const newline of ['\n', '\r\n', '\r'])
    it(`says the line of the first byte that is not UTF-8 (${JSON.stringify(newline)})`, async () => {
      const rows = `1,x${newline}`.repeat(600_000);
      const content = Buffer.concat([
        Buffer.from(`a,b${newline}${rows}`),
        Buffer.from(`2,\xe4${newline}`, 'latin1'),
        Buffer.from(rows),
      ]);
      const [uploadId, path] = ['upl_line', join(folder, 'upl_line')];
      await writeFile(path, content);
      const context = {
        uploads: new Map([[uploadId, { path, fileName: 'x.csv' }]]),
        signal: new AbortController().signal,
      } as unknown as ConnectorContext;
      const [stream] = await csv.discover({ files: [{ uploadId }] }, context);
      assert.equal(stream!.problem?.values.line, 600_002);
    });

  it('that is not there any more', async () => {
    const context = {
      uploads: new Map(),
      signal: new AbortController().signal,
    } as unknown as ConnectorContext;
    const steps: CheckStep[] = [];
    await assert.rejects(async () => {
      for await (const step of csv.check({ files: [{ uploadId: 'upl_gone' }] }, context)) steps.push(step);
      assert.equal(steps.at(-1)?.failure?.code, 'file_missing');
      await csv.discover({ files: [{ uploadId: 'upl_gone' }] }, context);
    }, /upl_gone/);
  });
});

describe('A header', () => {
  type Case = [string, string, string[], [FindingCode, MessageValues][]];
  const cases: Case[] = [
    [
      'with a name twice',
      'a,b,a\n1,2,3\n',
      ['a', 'b', 'a_2'],
      [['column_renamed', { original: 'a', column: 3, name: 'a_2' }]],
    ],
    [
      'with names that differ in case alone',
      'Id,id,ID\n1,2,3\n',
      ['Id', 'id_2', 'ID_3'],
      [
        ['column_renamed', { original: 'id', column: 2, name: 'id_2' }],
        ['column_renamed', { original: 'ID', column: 3, name: 'ID_3' }],
      ],
    ],
    [
      'with a name missing',
      'a,,\n1,2,3\n',
      ['a', 'column_2', 'column_3'],
      [
        ['column_named', { column: 2, name: 'column_2' }],
        ['column_named', { column: 3, name: 'column_3' }],
      ],
    ],
    [
      'with a name that the numbering would take',
      'a,a,a_2\n1,2,3\n',
      ['a', 'a_3', 'a_2'],
      [['column_renamed', { original: 'a', column: 2, name: 'a_3' }]],
    ],
    ['with blanks around names', ' a , b\n1,2\n', ['a', 'b'], []],
    ['with quotes in names', '"say ""a""",b\n1,2\n', ['say "a"', 'b'], []],
  ];
  for (const [title, content, names, findings] of cases) {
    it(title, async () => {
      const outcome = await take(content);
      assert.deepEqual(outcome.names, names);
      const [scanned, ...others] = outcome.findings;
      const values = { file: 'file.csv', rows: 1, columns: names.length };
      assert.deepEqual([scanned!.code, scanned!.values], ['file_scanned', values]);
      assert.deepEqual(
        others.map((finding) => [finding.code, finding.values]),
        findings,
      );
      assert.equal(outcome.rows.length, 1);
    });
  }
});

describe('A column is', () => {
  const cases: [string, string, string[]][] = [
    ['BIGINT', 'whole numbers', ['0', '-7', '9223372036854775807', '-9223372036854775808']],
    ['DECIMAL(38,0)', 'whole numbers of 23 digits', ['12345678901234567890123', '1']],
    ['DECIMAL(38,0)', 'a whole number just beyond 64 bits', ['9223372036854775808']],
    ['VARCHAR', 'whole numbers of 39 digits', ['123456789012345678901234567890123456789']],
    ['DECIMAL(18,2)', 'decimals, never DOUBLE', ['0.10', '-1234567.89']],
    ['DECIMAL(38,9)', 'wide decimals', ['12345678901234567890.123456789', '0.000000001']],
    ['DECIMAL(18,2)', 'decimals and whole numbers', ['1', '2.50']],
    ['DECIMAL(18,1)', 'decimals without a zero in front', ['.5', '-.5']],
    ['VARCHAR', 'numbers with leading zeros', ['007', '12']],
    ['VARCHAR', 'numbers with a plus', ['+1', '2']],
    ['VARCHAR', 'numbers with an exponent', ['1e5', '2']],
    ['VARCHAR', 'numbers with a comma', ['1.234,5']],
    ['VARCHAR', 'numbers with blanks', [' 1', '2']],
    ['VARCHAR', 'hexadecimal, NaN and Infinity', ['0x1F', 'NaN', 'Infinity']],
    ['BOOLEAN', 'true and false', ['true', 'FALSE']],
    ['VARCHAR', 'yes and no', ['yes', 'no']],
    ['DATE', 'dates', ['2024-02-29', '0001-01-01']],
    ['VARCHAR', 'days that are none', ['2024-02-30', '2024-01-01']],
    ['VARCHAR', 'dates in another order', ['29.02.2024', '2/29/2024']],
    ['TIMESTAMP', 'moments', ['2024-02-29 12:30:00', '2024-02-29T12:30:00.123456']],
    ['VARCHAR', 'moments finer than the warehouse’s', ['2024-02-29 12:30:00.1234567']],
    [
      'TIMESTAMP WITH TIME ZONE',
      'moments with a zone',
      ['2024-02-29T12:30:00Z', '2024-02-29 12:30:00+05:30'],
    ],
    ['VARCHAR', 'moments with a zone and without', ['2024-02-29 12:30:00Z', '2024-02-29 12:30:00']],
    ['TIME', 'times', ['23:59:59', '00:00:00.5']],
    ['UUID', 'UUIDs', ['a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11']],
    ['VARCHAR', 'a mixture', ['1', 'x']],
    ['VARCHAR', 'nothing at all', ['', '']],
  ];
  for (const [type, title, values] of cases) {
    it(`${type} for ${title}`, async () => {
      const outcome = await take(
        `id,value\n${values.map((value, at) => `${at},"${value}"\n${at},${value.includes(',') ? `"${value}"` : value}\n`).join('')}`,
        { delimiter: ',' },
      );
      assert.deepEqual([outcome.types[1], outcome.rejected], [type, []]);
      assert.equal(outcome.rows.length, 2 * values.length);
      if (type === 'VARCHAR')
        assert.deepEqual(
          outcome.rows.map(([, value]) => value ?? ''),
          values.flatMap((value) => [value, value]),
        );
    });
  }

  it('exact to the last digit', async () => {
    const { rows } = await take(
      'a,b,c\n12345678901234567890123,12345678901234567890.123456789,9223372036854775807\n',
    );
    assert.deepEqual(rows, [
      ['12345678901234567890123', '12345678901234567890.123456789', '9223372036854775807'],
    ]);
  });

  it('of its type with an empty text between: that is no value then', async () => {
    const { types, rows } = await take('a,b\n1,x\n"",y\n,z\n');
    assert.deepEqual(
      [types, rows],
      [
        ['BIGINT', 'VARCHAR'],
        [
          ['1', 'x'],
          [null, 'y'],
          [null, 'z'],
        ],
      ],
    );
  });
});

describe('A table’s name', () => {
  for (const [fileName, name] of [
    ['Sales Report (2024).csv', 'sales_report_2024'],
    ['größe.TSV', 'große'],
    ['---.csv', 'table'],
    ['../../etc/passwd', 'etc_passwd'],
  ] as const) {
    it(`from ${fileName}`, async () => {
      const path = join(folder, 'named');
      await writeFile(path, 'a\n1\n');
      const context = {
        uploads: new Map([['upl_named', { path, fileName }]]),
        signal: new AbortController().signal,
      } as unknown as ConnectorContext;
      const [stream] = await csv.discover({ files: [{ uploadId: 'upl_named' }] }, context);
      assert.equal(stream!.suggestedTableName, name);
    });
  }
});
