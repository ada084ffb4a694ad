import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { CheckStep } from '@headwater/shared/contract';
import { Egress } from '@headwater/base/egress';
import { FailureError } from '@headwater/base/failures/failure';
import { examineBy } from '@headwater/protocol/configuration';
import { lettersOf } from '../files/xlsx/sheet-choices.ts';
import { pauseSeconds } from './google-client.ts';
import { googleSheets } from './google-sheets.connector.ts';
import { configurationOf } from './google-sheets.config.ts';
import { ACCOUNT, refusal, type TestCell } from './testing/google-server.ts';
import { SheetsLab, urlOf } from './testing/sheets-lab.ts';

let lab: SheetsLab;
before(async () => {
  lab = await SheetsLab.open();
});
beforeEach(() => {
  lab.google.interfere = () => null;
  lab.google.tokenSeconds = 3_600;
});
after(async () => {
  await lab.google.stop();
  await rm(lab.folder, { recursive: true, force: true });
});

const date = (number: number): TestCell => ({ number, type: 'DATE', pattern: 'dd.mm.yyyy' });
const BY_ACCOUNT = {};
const BY_LINK = { serviceAccountKey: undefined };
const WAYS = { 'as a service account': BY_ACCOUNT, 'by a public link': BY_LINK };

const failureOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => assert.fail('it worked'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof FailureError, String(error));
  return error.failure;
};

const stepsOf = async (more: Record<string, unknown> = {}, context = lab.context()) => {
  const steps: CheckStep[] = [];
  for await (const step of googleSheets.check(lab.configuration(more), context)) steps.push(step);
  return steps.filter(({ state }) => state !== 'running');
};

for (const [way, more] of Object.entries(WAYS))
  describe(`A spreadsheet, read ${way}`, () => {
    it('has the values behind what is shown: dates from their numbers, whole and broken numbers, times, truths', async () => {
      const { table } = await lab.only(
        {
          Orders: [
            ['id', 'day', 'at', 'clock', 'price', 'paid', 'note'],
            [
              1,
              date(46_082),
              { number: 46_082.75, type: 'DATE_TIME' },
              { number: 0.5, type: 'TIME' },
              19.99,
              true,
              '007',
            ],
            [
              2,
              date(46_083),
              { number: 46_083.5, type: 'DATE_TIME' },
              { number: 0.25, type: 'TIME' },
              5,
              false,
              '1',
            ],
          ],
        },
        more,
      );
      assert.deepEqual(table.types, [
        'BIGINT',
        'DATE',
        'TIMESTAMP',
        'TIME',
        'DECIMAL(18,2)',
        'BOOLEAN',
        'VARCHAR',
      ]);
      assert.deepEqual(table.rows, [
        ['1', '2026-03-01', '2026-03-01 18:00:00', '12:00:00', '19.99', 'true', '007'],
        ['2', '2026-03-02', '2026-03-02 12:00:00', '06:00:00', '5', 'false', '1'],
      ]);
    });

    it('has no value for an error such as #N/A, and says how many there are', async () => {
      const { stream, table } = await lab.only(
        {
          S: [
            ['n', 'm'],
            [1, 2],
            [{ error: 'N_A' }, 3],
            [{ error: 'DIVIDE_BY_ZERO' }, 4],
          ],
        },
        more,
      );
      assert.deepEqual(table.types, ['BIGINT', 'BIGINT']);
      assert.deepEqual(table.rows, [
        ['1', '2'],
        [null, '3'],
        [null, '4'],
      ]);
      const errors = stream.findings.find(({ code }) => code === 'sheet_errors');
      assert.deepEqual(errors?.values, { count: 2 });
    });

    it('names columns that have no name or the same one, and leaves out titles, gaps, and merged heads', async () => {
      const { stream, table } = await lab.only(
        {
          S: [
            [null, 'Name', '', 'name', null, 'Sum'],
            [null, 'a', 1, 'b', null, 2],
            [null, null, null, null, null, null],
            [null, 'c', 3, 'd', null, 4],
          ],
        },
        more,
      );
      assert.deepEqual(table.names, ['Name', 'column_2', 'name_2', 'Sum']);
      assert.deepEqual(table.rows, [
        ['a', '1', 'b', '2'],
        ['c', '3', 'd', '4'],
      ]);
      assert.ok(stream.findings.some(({ code }) => code === 'column_renamed'));
      const titled = await lab.only(
        { S: [['Report of March'], [], ['a', 'b', 'c'], [1, 2, 3], [4, 5, 6]] },
        more,
      );
      assert.deepEqual([titled.table.names, titled.table.rows.length], [['a', 'b', 'c'], 2]);
      const grouped = await lab.only(
        {
          S: [
            ['Who', null, 'Sales', null],
            ['id', 'name', 'net', 'gross'],
            [1, 'a', 2, 3],
            [2, 'b', 4, 5],
          ],
        },
        more,
      );
      assert.deepEqual(grouped.table.names, ['Who id', 'Who name', 'Sales net', 'Sales gross']);
    });

    it('has a table for each sheet with cells, also one with a header only', async () => {
      lab.put(
        { Orders: [['id'], [1]], Empty: [], Head: [['a', 'b']], 'Q1 "x" & <y>': [['n'], [2]] },
        { isPublic: true },
      );
      const streams = await lab.discover(more);
      assert.deepEqual(
        streams.map(({ name, suggestedTableName, estimatedRows }) => [
          name,
          suggestedTableName,
          estimatedRows,
        ]),
        [
          ['Orders', 'orders', 1],
          ['Head', 'head', 0],
          ['Q1 "x" & <y>', 'q1_x_y', 1],
        ],
      );
      const head = await lab.read(streams[1]!, more);
      assert.deepEqual([head.names, head.rows, head.statuses], [['a', 'b'], [], ['STARTED', 'COMPLETE']]);
    });

    it('isn’t loaded again while it is as it was', async () => {
      const { stream, table } = await lab.only({ S: [['n'], [1]] }, more);
      assert.deepEqual((await lab.read(stream, more, table.state)).statuses, ['UNCHANGED']);
      lab.google.spreadsheets.values().next().value!.sheets[0]!.rows.push([2]);
      const again = await lab.read(stream, more, table.state);
      assert.deepEqual(
        [again.rows, again.statuses],
        [
          [['1'], ['2']],
          ['STARTED', 'COMPLETE'],
        ],
      );
      assert.notDeepEqual(again.state, table.state);
    });

    it('is read from the row, the cells, and with the types that somebody chooses', async () => {
      const columns = [{ column: 'B', name: 'n', type: 'number' }];
      const sheets = [{ sheet: 'S', headerRow: 2, range: 'A1:B9', columns }];
      const rows: TestCell[][] = [
        ['Boats', 'x', 'note'],
        ['boat', 'cars'],
        ['Heron', 41],
        ['Gull', 'many'],
        ['Wren', '7'],
      ];
      const { stream, table } = await lab.only({ S: rows }, { ...more, sheets });
      assert.deepEqual(
        [table.names, table.rows],
        [
          ['boat', 'n'],
          [
            ['Heron', '41'],
            ['Wren', '7'],
          ],
        ],
      );
      assert.deepEqual([stream.layout?.headerRow, stream.layout?.reason], [2, 'chosen']);
      const counted = stream.findings.find(({ code }) => code === 'rows_to_reject');
      assert.deepEqual([counted?.values.rows, counted?.values.line], [1, 4]);
      const previewed = await lab.preview(stream, 1, { ...more, sheets });
      assert.deepEqual(previewed.rows, [['Heron', '41']]);
      const same = await lab.read(stream, { ...more, sheets }, table.state);
      assert.deepEqual(same.statuses, ['UNCHANGED']);
      const other = await lab.read(stream, more, table.state);
      assert.notDeepEqual(other.statuses, ['UNCHANGED']);
    });

    it('leaves nothing in the folder of the process', async () => {
      await lab.only({ S: [['n'], [1]] }, more);
      assert.deepEqual(await readdir(lab.folder), []);
    });

    it('fails if nothing is in it', async () => {
      lab.put({ S: [] }, { isPublic: true });
      assert.equal((await failureOf(lab.discover(more))).code, 'google_spreadsheet_empty');
    });
  });

describe('A spreadsheet behind the API', () => {
  it('has dates before 1900, numbers of any size, and durations as numbers of days', async () => {
    const { table } = await lab.only({
      S: [
        ['day', 'number', 'span'],
        [date(-36_522), 1e21, { number: 1.5, type: 'TIME', pattern: '[h]:mm:ss' }],
        [date(1), -0.000001, { number: 0.25, type: 'TIME', pattern: '[h]:mm:ss' }],
      ],
    });
    assert.deepEqual(
      table.rows.map(([day, number, span]) => [day, Number(number), span]),
      [
        ['1800-01-01', 1e21, '1.5'],
        ['1899-12-31', -0.000001, '0.25'],
      ],
    );
  });

  it('is read in ranges of bounded size, by titles with quotes, and smaller ones if a response is too large', async () => {
    const rows: TestCell[][] = [['n', 'text'], ...Array.from({ length: 60_000 }, (_, n) => [n, `row ${n}`])];
    lab.put({ "Bob's 'best'": rows });
    const [stream] = await lab.discover();
    lab.google.requests.length = 0;
    let refused = 0;
    lab.google.interfere = (_, url) => {
      const [, from, to] = /A(\d+):\w+?(\d+)$/.exec(url.searchParams.get('ranges') ?? '') ?? [];
      if (!(Number(to) - Number(from) >= 30_000)) return null;
      refused += 1;
      return { status: 200, body: ' '.repeat(33 * 1024 ** 2) };
    };
    const table = await lab.read(stream!);
    assert.equal(table.failure, null);
    assert.deepEqual([table.rows.length, table.rows[59_999]], [60_000, ['59999', 'row 59999']]);
    assert.equal(refused, 1);
    assert.equal(lab.google.requests.filter((path) => path.includes('ranges=')).length, 4);
    assert.match(decodeURIComponent(lab.google.requests[2]!), /'Bob''s\+''best'''!A1:B50000/);
  });

  it('is read again by another attempt if rows were inserted between two requests', async () => {
    const rows: TestCell[][] = [['n', 'm'], ...Array.from({ length: 50_001 }, (_, n) => [n, n])];
    const { sheets } = lab.put({ S: rows });
    const [stream] = await lab.discover();
    lab.google.interfere = (_, url) => {
      if (url.searchParams.get('ranges')?.startsWith("'S'!A50001")) sheets[0]!.rows.splice(1, 0, [-1, -1]);
      return null;
    };
    const { failure } = await lab.read(stream!);
    assert.deepEqual([failure?.code, failure?.retryable], ['google_sheet_changed', true]);
  });

  it('is found under its new name, and missing when it is gone', async () => {
    const spreadsheet = lab.put({ Orders: [['n'], [1]], Other: [['n'], [2]] });
    const [orders] = await lab.discover();
    spreadsheet.sheets[0]!.title = 'Orders 2026';
    assert.deepEqual((await lab.read(orders!)).rows, [['1']]);
    spreadsheet.sheets.shift();
    assert.equal((await lab.read(orders!)).failure?.code, 'table_missing');
    // One with the same name is what was chosen, whatever its ID.
    spreadsheet.sheets.push({ id: 99, title: 'Orders', rows: [['n'], [3]] });
    assert.deepEqual((await lab.read(orders!)).rows, [['3']]);
  });

  it('shows the first rows with one small request', async () => {
    lab.put({ S: [['title'], ['n', 'm', 'o'], ...Array.from({ length: 5_000 }, (_, n) => [n, n, n])] });
    const [stream] = await lab.discover();
    lab.google.requests.length = 0;
    const { rows } = await lab.preview(stream!, 10);
    assert.deepEqual([rows.length, rows[9]], [10, ['9', '9', '9']]);
    const asked = lab.google.requests.filter((path) => path.includes('ranges='));
    assert.deepEqual(asked.length, 1);
    assert.match(asked[0]!, /A1%3AC1\d&/);
  });

  it('ignores tabs without cells, such as charts', async () => {
    const spreadsheet = lab.put({ S: [['n'], [1]] });
    spreadsheet.sheets.push({ id: 5, title: 'Chart', rows: [], type: 'OBJECT' });
    assert.deepEqual(
      (await lab.discover()).map(({ name }) => name),
      ['S'],
    );
  });

  it('may not have more columns than a table', async () => {
    const wide = Array.from({ length: 1_001 }, (_, at) => `c${at}`);
    lab.put({ S: [wide] });
    const { code, values } = await failureOf(lab.discover());
    assert.deepEqual([code, values.columns], ['file_too_many_columns', 1_001]);
  });

  it('names columns with letters', () => {
    assert.deepEqual([1, 26, 27, 52, 703].map(lettersOf), ['A', 'Z', 'AA', 'AZ', 'AAA']);
  });
});

describe('A service account', () => {
  it('signs in once for all requests, and again when its token has ended', async () => {
    lab.put({ A: [['n'], [1]], B: [['n'], [2]] });
    let before = lab.google.tokens;
    const [, stream] = await lab.discover();
    assert.equal(lab.google.tokens - before, 1);
    before = lab.google.tokens;
    lab.google.interfere = (_, url) => {
      // In the middle of the read.
      if (url.searchParams.has('ranges') && lab.google.tokens === before + 1) lab.google.endTokens();
      return null;
    };
    const { rows, failure } = await lab.read(stream!);
    assert.deepEqual([rows, failure], [[['2']], null]);
    assert.equal(lab.google.tokens - before, 2);
  });

  it('signs in before its token ends', async () => {
    lab.put({ A: [['n'], [1]] });
    lab.google.tokenSeconds = 60;
    const before = lab.google.tokens;
    await lab.discover();
    assert.equal(lab.google.tokens - before, 2);
  });

  it('sends its key to nobody, whatever address the key’s file has', async () => {
    lab.put({ A: [['n'], [1]] });
    const { private_key } = JSON.parse(lab.google.keyFile()) as { private_key: string };
    const sent: string[] = [];
    lab.google.interfere = (request, url) => {
      sent.push(JSON.stringify([url.href, request.headers]));
      return null;
    };
    const [stream] = await lab.discover();
    const said = JSON.stringify([sent, stream, await lab.read(stream!), await stepsOf()]);
    for (const line of private_key.split('\n').filter((each) => each.length > 20))
      assert.ok(!said.includes(line));
    assert.ok(
      !said.includes('ya29.') || sent.every((each) => !each.split('"authorization"')[0]!.includes('ya29.')),
    );
  });

  it('must have an RSA key in a file of a service account', async () => {
    const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    const pem = elliptic.export({ type: 'pkcs8', format: 'pem' });
    for (const key of [
      'secret',
      '{}',
      '[]',
      'null',
      '{"installed":{"client_id":"1"}}',
      lab.google.keyFile({ type: 'authorized_user' }),
      lab.google.keyFile({ private_key: 'secret' }),
      lab.google.keyFile({ private_key: pem }),
      lab.google.keyFile({ client_email: 'a b@c' }),
    ]) {
      const { code, field } = await failureOf(lab.discover({ serviceAccountKey: key }));
      assert.deepEqual([code, field], ['google_key_invalid', 'serviceAccountKey'], key.slice(0, 40));
    }
  });

  it('is told with whom to share, and what else Google refuses', async () => {
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    const cases: [string, () => Record<string, unknown> | void][] = [
      ['google_not_shared', () => void lab.put({ S: [['n']] }, { readers: [] })],
      ['google_spreadsheet_missing', () => ({ url: urlOf('another-spreadsheet') })],
      ['google_not_a_spreadsheet', () => void lab.put({ S: [['n']] }, { isOfficeFile: true })],
      [
        'google_key_refused',
        () => ({
          serviceAccountKey: lab.google.keyFile({
            private_key: other.export({ type: 'pkcs8', format: 'pem' }),
          }),
        }),
      ],
      [
        'google_key_refused',
        () => ({ serviceAccountKey: lab.google.keyFile({ client_email: 'gone@shop.example' }) }),
      ],
      [
        'google_api_disabled',
        () => {
          lab.put({ S: [['n']] });
          lab.google.interfere = (_, { pathname }) =>
            pathname === '/token'
              ? null
              : refusal(403, 'PERMISSION_DENIED', 'Google Sheets API has not been used', 'SERVICE_DISABLED');
        },
      ],
    ];
    for (const [code, prepare] of cases) {
      const failed = (await stepsOf(prepare() ?? {})).at(-1)!;
      assert.deepEqual([failed.state, failed.failure?.code], ['failed', code]);
      assert.equal(failed.failure!.retryable, false);
      if (code === 'google_not_shared') assert.ok(failed.failure!.message.includes(ACCOUNT));
    }
  });

  it('waits as long as Google asks, or ever longer, and says so', async () => {
    lab.put({ S: [['n'], [1]] });
    const [stream] = await lab.discover();
    const limits = [
      { ...refusal(429, 'RESOURCE_EXHAUSTED', 'Quota exceeded'), headers: { 'retry-after': '0.01' } },
      {
        ...refusal(403, 'PERMISSION_DENIED', 'Quota exceeded', 'RATE_LIMIT_EXCEEDED'),
        headers: { 'retry-after': '0.01' },
      },
      { status: 503, headers: { 'retry-after': '0' }, body: '<html>' },
    ];
    lab.google.interfere = (_, url) => (url.searchParams.has('ranges') ? (limits.shift() ?? null) : null);
    const { statuses, rows } = await lab.read(stream!);
    assert.deepEqual(statuses, ['RATE_LIMITED', 'RUNNING', 'RATE_LIMITED', 'RUNNING', 'STARTED', 'COMPLETE']);
    assert.deepEqual(rows, [['1']]);
    assert.deepEqual(
      [1, 2, 3, 7, 8].map((attempt) => pauseSeconds(attempt, 0)),
      [1, 2, 4, 64, 64],
    );
  });

  it('doesn’t wait for long while somebody watches', async () => {
    lab.put({ S: [['n'], [1]] });
    lab.google.interfere = (_, { pathname }) =>
      pathname === '/token'
        ? null
        : { ...refusal(429, 'RESOURCE_EXHAUSTED', 'Quota exceeded'), headers: { 'retry-after': '60' } };
    lab.google.requests.length = 0;
    assert.equal((await stepsOf()).at(-1)!.failure?.code, 'api_rate_limited');
    assert.equal(lab.google.requests.filter((path) => path.startsWith('/v4/')).length, 1);
  });

  it('gets a clear failure for what isn’t JSON, and for a response that ends early', async () => {
    lab.put({ S: [['n'], [1]] });
    const [stream] = await lab.discover();
    lab.google.interfere = (_, url) =>
      url.searchParams.has('ranges') ? { status: 200, body: '<html>' } : null;
    assert.equal((await lab.read(stream!)).failure?.code, 'google_failed');
  });
});

describe('A public link', () => {
  it('fails with what to do if a login comes instead, or nothing is there', async () => {
    lab.put({ S: [['n'], [1]] });
    const failed = (await stepsOf(BY_LINK)).at(-1)!;
    assert.deepEqual([failed.name, failed.failure?.code], ['list', 'google_not_public']);
    const missing = await failureOf(lab.discover({ ...BY_LINK, url: urlOf('another-spreadsheet') }));
    assert.equal(missing.code, 'google_spreadsheet_missing');
  });

  it('of what is published to the web is read without the key', async () => {
    lab.put({ S: [['n'], [1]] }, { isPublic: true });
    const [id] = lab.google.spreadsheets.keys();
    lab.google.requests.length = 0;
    const [stream] = await lab.discover({ url: `https://docs.google.com/spreadsheets/d/e/${id}/pubhtml` });
    assert.equal(stream!.name, 'S');
    assert.deepEqual(lab.google.requests, [`/spreadsheets/d/e/${id}/pub?output=xlsx`]);
  });
});

describe('The configuration of Google Sheets', () => {
  const faults = (url: string) =>
    examineBy(googleSheets.spec().connectionSpecification, { url }).faults.map(({ pointer }) => pointer);

  it('takes the URLs that browsers and Google show', () => {
    const id = '1AbCdEfGhIjKlMnOpQrStUvWxYz_-9';
    for (const path of [
      `d/${id}`,
      `d/${id}/edit?usp=sharing`,
      `d/${id}/edit#gid=12`,
      `u/1/d/${id}/view`,
      `d/e/${id}/pubhtml`,
    ]) {
      const url = `https://docs.google.com/spreadsheets/${path}`;
      assert.deepEqual(faults(url), [], url);
      assert.equal(configurationOf({ url }).link.id, id);
    }
  });

  it('takes no others', () => {
    for (const url of [
      'https://docs.google.com/document/d/1AbCdEfGhIjKlMnOpQrStUvWxYz',
      'http://docs.google.com/spreadsheets/d/1AbCdEfGhIjKlMnOpQrStUvWxYz',
      'https://docs.google.com.evil.example/spreadsheets/d/1AbCdEfGhIjKlMnOpQrStUvWxYz',
      'https://docs.google.com/spreadsheets/d/../../v4/x1AbCdEfGhIjKlMnOpQ',
      '1AbCdEfGhIjKlMnOpQrStUvWxYz',
      '',
    ])
      assert.deepEqual(faults(url), ['/url'], url);
  });

  it('reaches only where the egress rules allow it', async () => {
    const egress = new Egress({ loopbackOnly: false, allowedNetworks: [], ownPorts: [] });
    for (const more of [BY_ACCOUNT, BY_LINK]) {
      const [step] = await stepsOf(more, lab.context({ egress }));
      assert.deepEqual([step!.name, step!.failure?.code], ['resolve', 'address_denied']);
    }
  });
});
