import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { appendFile, mkdtemp, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises';
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
import { Egress } from '@headwater/base/egress';
import type { Stage } from '@headwater/warehouse/versions/stage';
import { StageEngine } from '@headwater/warehouse/versions/stage-engine';
import {
  FULL_REFRESH_OVERWRITE,
  NOTHING_SET,
  type ConnectorContext,
  type DiscoveredStream,
  type ReadMessage,
  type Rejection,
} from '@headwater/protocol/protocol';
import { notesPath } from '@headwater/protocol/upload-notes';
import { RECORD_LIMIT } from '@headwater/protocol/record-limit';
import { files as csv } from '../files.connector.ts';
import type { DialectChoices } from './csv.dialect.ts';

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
  /** Values as text, in the file's order. */
  rows: (string | null)[][];
  rejected: Rejection[];
  failure: string | null;
  findings: Finding[];
}

let uploads = 0;

/** Checks, discovers, reads, and loads a file, and returns the outcome. */
async function take(
  content: string | Buffer,
  options: { fileName?: string } & DialectChoices = {},
): Promise<Outcome> {
  const { fileName = 'file.csv', ...choices } = options;
  const uploadId = `upl_${(uploads += 1)}`;
  const path = join(folder, uploadId);
  await writeFile(path, content);
  const configuration = { files: [{ uploadId }], ...choices };
  const context: ConnectorContext = {
    egress: new Egress({ loopbackOnly: true, allowedNetworks: [], ownPorts: [] }),
    installation: NOTHING_SET,
    uploads: new Map([[uploadId, { path, fileName, bytes: Buffer.byteLength(content), sha256: '' }]]),
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
  assert.equal(last.failure?.code, problem?.code, 'check and discovery disagree');
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
  const rejected: Rejection[] = [];
  let loaded = 0;
  let [rows, failure]: [(string | null)[][], string | null] = [[], null];
  let stage: Stage | undefined;
  for await (const message of csv.read(
    configuration,
    [{ ...FULL_REFRESH_OVERWRITE, ...stream, tableName }],
    new Map(),
    context,
  )) {
    if (message.type === 'REJECTED') rejected.push(...message.rows);
    if (message.type === 'RECORDS') loaded += await loadRecords(message, stage!);
    if (message.type !== 'STREAM_STATUS') continue;
    if (message.status === 'STARTED') stage = await engine.begin(stagePath, tableName, message.columns, null);
    else if (message.status === 'INCOMPLETE') failure = message.failure.code;
    else if (message.status === 'COMPLETE') {
      const staged = await stage!.finish();
      assert.deepEqual(
        staged.columns.map(({ type }) => type),
        types,
        'the loaded columns don’t have the discovered types',
      );
      assert.equal(message.rowsRead, loaded + rejected.length);
      rows = await rowsOf(stagePath, names);
    }
  }
  return { names, types, rows, rejected, failure };
}

async function loadRecords(records: ReadMessage & { type: 'RECORDS' }, stage: Stage): Promise<number> {
  if ('batch' in records) {
    await stage.append(records.batch);
    return records.batch.rows;
  }
  const { loaded, rejections } = await stage.load(records.file);
  assert.deepEqual([loaded, rejections], [records.file.rows, []]);
  return loaded;
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

describe('A file is loaded completely', () => {
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
    ['without a final newline', 'a,b\n1,x', [['1', 'x']]],
    ['without rows', 'a,b\n', []],
    ['with a BOM', '\ufeffa,b\n1,x\n', [['1', 'x']]],
    ['with a BOM before a quote', '\ufeff"a","b"\n1,x\n', [['1', 'x']]],
    ['with one column', 'a\nx\ny\n', [['x'], ['y']]],
    [
      'with blank lines',
      '\n\na,b\n1,x\n\n2,y\n\n\n',
      [
        ['1', 'x'],
        ['2', 'y'],
      ],
    ],
    ['with semicolons', 'a;b\np,q;x\n', [['p,q', 'x']]],
    ['with tabs', 'a\tb\n1\tx,y\n', [['1', 'x,y']]],
    ['with pipes', 'a|b\n1|x\n', [['1', 'x']]],
    [
      'with delimiters in quotes',
      'a,b\n"x;y","1,z"\n"p;q","3,z"\n',
      [
        ['x;y', '1,z'],
        ['p;q', '3,z'],
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
    ['with a space before a quote', 'a,b\n1, "x"\n', [['1', 'x']]],
    [
      'with a NULL and an empty string',
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

describe('A row that can’t be loaded is rejected with its line number, and no other row is lost:', () => {
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
      'far too many fields',
      `a,b\n1,x\n${','.repeat(5000)}\n3,z\n`,
      3,
      ['fields_differ', { fields: 5001, expected: 2 }],
      [
        ['1', 'x'],
        ['3', 'z'],
      ],
    ],
    ['text after a closing quote', 'a,b\n1,"x"y\n2,z\n', 2, ['quote_not_closed', {}], [['2', 'z']]],
    [
      'text after a closing quote, if lines end with CR',
      'a,b\r1,"x"y\r2,z\r',
      2,
      ['quote_not_closed', {}],
      [['2', 'z']],
    ],
    [
      'text after a closing quote, if lines end with CRLF',
      'a,b\r\n1,"x"y\r\n2,z\r\n',
      2,
      ['quote_not_closed', {}],
      [['2', 'z']],
    ],
    [
      'a quote that never closes, near the end of the file',
      'a,b\n1,x\n2,"y\n3,z\n',
      3,
      ['quote_not_closed', {}],
      [
        ['1', 'x'],
        ['3', 'z'],
      ],
    ],
    [
      'a quote that never closes, far from the end',
      `a,b\n1,"x\n${`2,${KILOBYTE}\n`.repeat(21_000)}`,
      2,
      ['quote_too_long', { mebibytes: 20 }],
      Array.from({ length: 21_000 }, () => ['2', KILOBYTE]),
    ],
    [
      'a line over the limit',
      `a,b\n1,x\n${LONG}\n3,z\n`,
      3,
      ['line_too_long', { mebibytes: 20 }],
      [
        ['1', 'x'],
        ['3', 'z'],
      ],
    ],
    [
      'a line over the limit at the end of the file',
      `a,b\n1,x\n${LONG}`,
      3,
      ['line_too_long', { mebibytes: 20 }],
      [['1', 'x']],
    ],
    [
      'a line of 60 MB that takes several reads',
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
        `a line over the limit whose CR is at the end of a read (${shift})`,
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
      'too few fields, after a value with several lines',
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

  it('too many such rows make the file fail', async () => {
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
    ['half an Excel workbook', Buffer.from('504b030414000600', 'hex'), 'file_damaged'],
    ['half gzipped', Buffer.from('1f8b0800000000', 'hex'), 'file_damaged'],
    ['in an encoding other than Windows-1252', Buffer.from('a,b\n1,Zo\x81\n', 'latin1'), 'file_not_utf8'],
    ['of an error page', '<!DOCTYPE html>\n<html><body>502, Bad Gateway</body></html>', 'file_not_delimited'],
    ['of XML', '<?xml version="1.0"?>\n<rows><row a="1"/></rows>', 'file_not_delimited'],
    [
      'cut within a character',
      Buffer.concat([Buffer.from('a,b\n1,x'), Buffer.from([0xe2, 0x82])]),
      'rejects_over_limit',
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
    it(`that isn’t UTF-8, with the line of the first invalid byte (${JSON.stringify(newline)})`, async () => {
      const rows = `1,x${newline}`.repeat(600_000);
      const content = Buffer.concat([
        Buffer.from(`a,b${newline}${rows}`),
        Buffer.from(`2,\x81${newline}`, 'latin1'),
        Buffer.from(rows),
      ]);
      const [uploadId, path] = ['upl_line', join(folder, 'upl_line')];
      await writeFile(path, content);
      const context = {
        uploads: new Map([[uploadId, { path, fileName: 'x.csv', bytes: content.length }]]),
        signal: new AbortController().signal,
      } as unknown as ConnectorContext;
      const [stream] = await csv.discover({ files: [{ uploadId }] }, context);
      assert.equal(stream!.problem?.values.line, 600_002);
    });

  it('that no longer exists', async () => {
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

describe('What the connection test has found in an upload', () => {
  const [first, second] = ['a,b\n1,2\n', 'c,d\n1,2\n'];

  /** The columns that discovery finds in a file that was replaced, which nothing shows, after its check. */
  async function columnsAfterCheck(choices: DialectChoices = {}, meanwhile = async (_: string) => {}) {
    const uploadId = `upl_known_${(uploads += 1)}`;
    const path = join(folder, uploadId);
    const write = async (text: string) => {
      await writeFile(path, text);
      await utimes(path, 1, 1);
    };
    const context = {
      uploads: new Map([[uploadId, { path, fileName: 'known.csv', bytes: first.length, sha256: 'same' }]]),
      signal: new AbortController().signal,
    } as unknown as ConnectorContext;
    await write(first);
    for await (const step of csv.check({ files: [{ uploadId }] }, context)) assert.equal(step.failure, null);
    await write(second);
    await meanwhile(path);
    const [stream] = await csv.discover({ files: [{ uploadId }], ...choices }, context);
    return stream!.columns.map(({ name }) => name);
  }

  it('is not read again for the discovery', async () => {
    assert.deepEqual(await columnsAfterCheck(), ['a', 'b']);
  });

  it('is read again with other choices', async () => {
    assert.deepEqual(await columnsAfterCheck({ nullWords: ['-'] }), ['c', 'd']);
  });

  it('is read again if the notes are damaged or from before', async () => {
    assert.deepEqual(await columnsAfterCheck({}, (path) => writeFile(notesPath(path), '{"subject":')), [
      'c',
      'd',
    ]);
    const age = async (path: string) => {
      const notes = JSON.parse(await readFile(notesPath(path), 'utf8')) as object;
      await writeFile(
        notesPath(path),
        JSON.stringify({ ...notes, scannedAt: Date.now() - 2 * 60 * 60 * 1000 }),
      );
    };
    assert.deepEqual(await columnsAfterCheck({}, age), ['c', 'd']);
  });
});

describe('An upload', () => {
  const text = 'a,b\n1,"x\ny"\n2,z\n';
  const [uploadId, tableName] = ['upl_changed', 'changed'];

  /** What a read, a check, and a discovery say when something happens to the file during the read, or before it. */
  async function saidAfter(
    happens: (path: string) => Promise<void>,
    when: 'during' | 'before' = 'during',
  ): Promise<(string | undefined)[]> {
    const path = join(folder, uploadId);
    await writeFile(path, text);
    await utimes(path, 1, 1); // Some file systems don't count in milliseconds.
    const sha256 = createHash('sha256').update(text).digest('hex');
    const context = {
      uploads: new Map([[uploadId, { path, fileName: 'changed.csv', bytes: text.length, sha256 }]]),
      signal: new AbortController().signal,
    } as unknown as ConnectorContext;
    const configuration = { files: [{ uploadId }] };
    const [stream] = await csv.discover(configuration, context);
    const catalog = [{ ...FULL_REFRESH_OVERWRITE, ...stream!, tableName }];
    const said: (string | undefined)[] = [];
    if (when === 'before') await happens(path);
    for await (const message of csv.read(configuration, catalog, new Map(), context)) {
      if (message.type !== 'STREAM_STATUS') continue;
      if (message.status === 'STARTED') {
        if (when === 'during') await happens(path);
      } else said.push(message.status === 'INCOMPLETE' ? message.failure.code : message.status);
    }
    for await (const { failure } of csv.check(configuration, context)) if (failure) said.push(failure.code);
    said.push((await csv.discover(configuration, context))[0]!.problem?.code);
    return said;
  }

  it('that is altered while it is read fails', async () => {
    const [said] = await saidAfter((path) => writeFile(path, text.replace('2,z', '3,z')));
    assert.equal(said, 'file_changed');
  });

  it('that was altered to the same size before it is read fails, unless only its time is another one', async () => {
    const [altered] = await saidAfter((path) => writeFile(path, text.replace('2,z', '3,z')), 'before');
    assert.equal(altered, 'file_changed');
    const [moved] = await saidAfter((path) => utimes(path, 2, 2), 'before');
    assert.equal(moved, 'COMPLETE');
  });

  it('that was cut short or has grown fails, and says that it isn’t as it was', async () => {
    for (const happens of [(path: string) => truncate(path, 5), (path: string) => appendFile(path, '3,z\n')])
      assert.deepEqual(await saidAfter(happens), ['file_changed', 'file_changed', 'file_changed']);
  });

  it('that is gone fails, and says so', async () => {
    assert.deepEqual(await saidAfter(rm), ['file_missing', 'file_missing', 'file_missing']);
  });
});

describe('A header', () => {
  type Case = [string, string, string[], [FindingCode, MessageValues][]];
  const cases: Case[] = [
    [
      'with a repeated name',
      'a,b,a\n1,2,3\n',
      ['a', 'b', 'a_2'],
      [['column_renamed', { original: 'a', column: 3, name: 'a_2' }]],
    ],
    [
      'with names that differ only in case',
      'Id,id,ID\n1,2,3\n',
      ['Id', 'id_2', 'ID_3'],
      [
        ['column_renamed', { original: 'id', column: 2, name: 'id_2' }],
        ['column_renamed', { original: 'ID', column: 3, name: 'ID_3' }],
      ],
    ],
    [
      'with missing names',
      'a,,\n1,2,3\n',
      ['a', 'column_2', 'column_3'],
      [
        ['column_named', { column: 2, name: 'column_2' }],
        ['column_named', { column: 3, name: 'column_3' }],
      ],
    ],
    [
      'with a name that equals a numbered one',
      'a,a,a_2\n1,2,3\n',
      ['a', 'a_3', 'a_2'],
      [['column_renamed', { original: 'a', column: 2, name: 'a_3' }]],
    ],
    ['with spaces around names', ' a , b\n1,2\n', ['a', 'b'], []],
    ['with quotes in names', '"say ""a""",b\n1,2\n', ['say "a"', 'b'], []],
    ['cut within a surrogate pair', `${'a'.repeat(199)}🦆,b\n1,2\n`, ['a'.repeat(199), 'b'], []],
  ];
  for (const [title, content, names, findings] of cases) {
    it(title, async () => {
      const outcome = await take(content);
      assert.deepEqual(outcome.names, names);
      const [scanned, , ...others] = outcome.findings;
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

it('A header without names is reported by its first columns and the count of the others', async () => {
  const { findings, names } = await take(`${','.repeat(999)}\n${'1,'.repeat(999)}1\n`);
  assert.equal(names.length, 1_000);
  const [last, before] = findings.toReversed();
  assert.deepEqual([last!.code, last!.values], ['more_findings', { count: 980 }]);
  assert.deepEqual([before!.code, before!.values.column], ['column_named', 20]);
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
    ['DECIMAL(18,1)', 'decimals without a leading zero', ['.5', '-.5']],
    ['VARCHAR', 'numbers with leading zeros', ['007', '12']],
    ['VARCHAR', 'numbers with a plus sign', ['+1', '2']],
    ['DOUBLE', 'numbers with an exponent', ['1e5', '-2.5E-3', '2']],
    ['DOUBLE', 'numbers with varying decimal places', ['2.5', '0.125', '7']],
    ['DOUBLE', 'doubles as programs write them', ['0.30000000000000004', '1.1', '5e-324']],
    ['DOUBLE', 'numbers with NaN and inf', ['0.5', 'NaN', '-inf', 'Infinity']],
    ['VARCHAR', 'NaN alone', ['NaN']],
    ['VARCHAR', 'a number too large for a double', ['1e400', '1']],
    [
      'DECIMAL(18,17)',
      'numbers with varying decimal places that no double holds',
      ['0.12345678901234567', '1.1'],
    ],
    ['DECIMAL(18,1)', 'numbers with a decimal comma', ['1.234,5']],
    ['DECIMAL(18,2)', 'numbers with grouped thousands', ['1,234.50', '999.00']],
    ['VARCHAR', 'numbers that may have thousands or thousandths', ['1,234', '999,123']],
    ['DECIMAL(18,2)', 'amounts in one currency', ['€ 1,50', '€ -20,00']],
    ['VARCHAR', 'amounts in several currencies', ['€ 1,50', '$ 2,50']],
    ['DECIMAL(18,1)', 'percentages', ['12,5 %', '-3,0%']],
    ['BIGINT', 'numbers with words for NULL', ['1', 'N/A', '-']],
    ['VARCHAR', 'words for NULL alone', ['N/A']],
    ['BIGINT', 'numbers with spaces', [' 1', '2']],
    ['VARCHAR', 'hexadecimal numbers', ['0x1F', '2']],
    ['BOOLEAN', 'true and false', ['true', 'FALSE']],
    ['VARCHAR', 'yes and no', ['yes', 'no']],
    ['DATE', 'dates', ['2024-02-29', '0001-01-01']],
    ['VARCHAR', 'dates that don’t exist', ['2024-02-30', '2024-01-01']],
    ['VARCHAR', 'dates in two orders', ['29/02/2024', '2/29/2024']],
    ['VARCHAR', 'dates of unknown order', ['02/03/2024']],
    ['DATE', 'dates with the day first', ['29.02.2024', '1.3.2024']],
    ['DATE', 'dates with the month first', ['2/29/2024', '01/02/2024']],
    ['DATE', 'dates with slashes', ['2024/02/29']],
    ['TIMESTAMP', 'timestamps with the day first', ['29.02.2024 9:30', '29.02.2024, 23:59:59']],
    ['TIMESTAMP', 'timestamps', ['2024-02-29 12:30:00', '2024-02-29T12:30:00.123456']],
    ['VARCHAR', 'timestamps finer than microseconds', ['2024-02-29 12:30:00.1234567']],
    [
      'TIMESTAMP WITH TIME ZONE',
      'timestamps with a time zone',
      ['2024-02-29T12:30:00Z', '2024-02-29 12:30:00+05:30'],
    ],
    ['VARCHAR', 'timestamps with and without a time zone', ['2024-02-29 12:30:00Z', '2024-02-29 12:30:00']],
    ['TIME', 'times', ['23:59:59', '00:00:00.5']],
    ['UUID', 'UUIDs', ['a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11']],
    ['VARCHAR', 'UUIDs with a dash for a digit', ['a0eebc99-9c0b-4ef8-bb6d-6bb9bd-80a11']],
    ['VARCHAR', 'mixed values', ['1', 'x']],
    ['VARCHAR', 'no values', ['', '']],
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

  it('of its type despite quoted empty fields, which are NULL', async () => {
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

describe('A real-world file', () => {
  const german = 'Größe;Preis;Tag\r\nklein;1.234,50;31.12.2025\r\nüber €;-7,25;01.02.2026\r\n';
  const germanRows = [
    ['klein', '1234.50', '2025-12-31'],
    ['über €', '-7.25', '2026-02-01'],
  ];
  const germanTypes = ['VARCHAR', 'DECIMAL(18,2)', 'DATE'];
  const windows = Buffer.from(german.replaceAll('€', '\x80'), 'latin1');
  const marked = Buffer.from(`\ufeff${german}`, 'utf16le');
  const unmarked = Buffer.from(german, 'utf16le');
  const cyrillic = Buffer.from([0x61, 0x2c, 0x62, 0x0a, 0xcf, 0xf0, 0x2c, 0x31, 0x0a]);

  type Case = [
    title: string,
    content: string | Buffer,
    choices: DialectChoices,
    types: string[],
    rows: (string | null)[][],
    readAs: string,
  ];
  const cases: Case[] = [
    ['from German Excel', windows, {}, germanTypes, germanRows, 'Windows-1252 semicolon comma dmy'],
    ['in UTF-16', marked, {}, germanTypes, germanRows, 'UTF-16 semicolon comma dmy'],
    [
      'in UTF-16 without a byte order mark',
      unmarked,
      {},
      germanTypes,
      germanRows,
      'UTF-16 semicolon comma dmy',
    ],
    [
      'in big-endian UTF-16',
      Buffer.from(unmarked).swap16(),
      {},
      germanTypes,
      germanRows,
      'UTF-16 semicolon comma dmy',
    ],
    [
      'in a chosen encoding',
      cyrillic,
      { encoding: 'windows-1251' },
      ['VARCHAR', 'BIGINT'],
      [['Пр', '1']],
      'Windows-1251 comma point none',
    ],
    [
      'with grouped thousands next to amounts',
      'Stück;Preis\n1.200;0,50\n950;12,00\n',
      {},
      ['BIGINT', 'DECIMAL(18,2)'],
      [
        ['1200', '0.50'],
        ['950', '12.00'],
      ],
      'UTF-8 semicolon comma none',
    ],
    [
      'with three digits after each point next to a column with decimal commas',
      'kg;Preis\n1.200;0,50\n2.950;12,00\n',
      {},
      ['VARCHAR', 'DECIMAL(18,2)'],
      [
        ['1.200', '0.50'],
        ['2.950', '12.00'],
      ],
      'UTF-8 semicolon comma none',
    ],
    [
      'with a chosen decimal mark',
      'a;b\n1,234;x\n',
      { decimalMark: 'comma' },
      ['DECIMAL(18,3)', 'VARCHAR'],
      [['1.234', 'x']],
      'UTF-8 semicolon comma none',
    ],
    [
      'with a chosen date order',
      'a,b\n02/03/2024,x\n',
      { dateOrder: 'dmy' },
      ['DATE', 'VARCHAR'],
      [['2024-03-02', 'x']],
      'UTF-8 comma point dmy',
    ],
    [
      'with dates whose order another column shows',
      'a,b\n02/03/2024,31/12/2024\n',
      { header: 'present' },
      ['DATE', 'DATE'],
      [['2024-03-02', '2024-12-31']],
      'UTF-8 comma point dmy',
    ],
    [
      'with single quotes',
      "a,b\n'x,''y''',1\n",
      { quote: "'" },
      ['VARCHAR', 'BIGINT'],
      [["x,'y'", '1']],
      'UTF-8 comma point none',
    ],
    [
      'without quotes',
      'a\tb\n"x\t1\n',
      { quote: 'none' },
      ['VARCHAR', 'BIGINT'],
      [['"x', '1']],
      'UTF-8 tab point none',
    ],
    [
      'with chosen words for NULL',
      'a,b\nnone,1\nx,none\n',
      { nullWords: ['none'] },
      ['VARCHAR', 'BIGINT'],
      [
        [null, '1'],
        ['x', null],
      ],
      'UTF-8 comma point none',
    ],
    [
      'that names its delimiter',
      'sep=;\r\na;b,c\r\n1;x\r\n',
      {},
      ['BIGINT', 'VARCHAR'],
      [['1', 'x']],
      'UTF-8 semicolon point none',
    ],
  ];
  for (const [title, content, choices, types, rows, readAs] of cases) {
    it(title, async () => {
      const outcome = await take(content, choices);
      assert.deepEqual([outcome.failure, outcome.rejected, outcome.types], [null, [], types]);
      assert.deepEqual(outcome.rows, rows);
      const { code, values } = outcome.findings[1]!;
      assert.equal(code, 'file_read_as');
      const { encoding, delimiter, decimalMark, dateOrder } = values;
      assert.equal([encoding, delimiter, decimalMark, dateOrder].join(' '), readAs);
    });
  }

  const numbered = ['column_1', 'column_2', 'column_3'];
  const titled = 'Report 2026\n\na,b,c\n1,x,2\n3,y,4\n';
  const padded = 'Report;;\n;;\na;b;c\n1;x;2\n3;y;4\n';
  const years = 'country,2019,2020\nDE,81,83\nFR,64,65\n';
  const headers: [string, string, DialectChoices, string[], number, FindingCode[]][] = [
    ['a title above the header', titled, {}, ['a', 'b', 'c'], 2, ['lines_above_header']],
    ['a padded title above the header', padded, {}, ['a', 'b', 'c'], 2, ['lines_above_header']],
    ['no header', '1,Anna,2.5\n2,Ben,3.5\n', {}, numbered, 2, ['header_absent']],
    ['no header and one line', '1,2,3\n', {}, numbered, 1, ['header_absent']],
    ['no header, as chosen', 'a,b\nc,d\n', { header: 'absent' }, numbered.slice(0, 2), 2, []],
    ['numbers as a header, as chosen', '1,2\n3,4\n', { header: 'present' }, ['1', '2'], 1, []],
    ['years in the header', years, {}, ['country', '2019', '2020'], 2, []],
    ['years in the rows', 'Anna,2019\nBen,2020\n', {}, numbered.slice(0, 2), 2, ['header_absent']],
    ['a header above text', 'a,b\nx,y\n', {}, ['a', 'b'], 1, []],
    ['a header alone', 'id,2020\n', {}, ['id', '2020'], 0, []],
    ['names with commas in one column', 'name\n"Smith, John"\n"Doe, Jane"\n', {}, ['name'], 2, []],
  ];
  for (const [title, content, choices, names, rows, codes] of headers) {
    it(`with ${title}`, async () => {
      const outcome = await take(content, choices);
      assert.deepEqual([outcome.failure, outcome.names, outcome.rows.length], [null, names, rows]);
      assert.deepEqual(
        outcome.findings.slice(2).map(({ code }) => code),
        codes,
      );
    });
  }

  it('reports what was left out of its values', async () => {
    const { findings } = await take('a;b\n5 %;1\n6 %;N/A\n');
    assert.deepEqual(
      findings.slice(2).map(({ code, values }) => [code, values]),
      [
        ['affix_left_out', { column: 'a', affix: '%' }],
        ['words_are_null', { column: 'b', words: 'N/A' }],
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
        uploads: new Map([['upl_named', { path, fileName, bytes: 4 }]]),
        signal: new AbortController().signal,
      } as unknown as ConnectorContext;
      const [stream] = await csv.discover({ files: [{ uploadId: 'upl_named' }] }, context);
      assert.equal(stream!.suggestedTableName, name);
    });
  }
});
