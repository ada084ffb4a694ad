import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { cardInWords } from './figure-words.ts';
import type { PressedCard, PressedFigure, PressRequest } from './messages.ts';
import { Press } from './press.ts';
import { fitted, loadTypefaces, piecesOf, widthOf, wrapped } from './type.ts';

const press = new Press();
after(() => press.close());

const requester = { workspaceId: 'one', userId: 'usr' };
const style = { language: 'de' as const, timeZone: 'Europe/Berlin' };
const layout = { x: 0, y: 0, w: 6, h: 5 };
const note = (text: string): PressedCard => ({ kind: 'text', title: '<&>\u0000 Łódź', layout, text });
const png = (card: PressedCard): PressRequest => ({ kind: 'png', style, card, scale: 1 });

describe('the press', () => {
  test('draws whatever text there is', async () => {
    const odd = ['', '<svg onload="x">', '𝕏 \u0007 \uD800', '漢字', 'x'.repeat(10_000)].map(note);
    for (const card of odd) assert.match((await press.run(png(card), requester)).toString('latin1'), /^.PNG/);
    const report = { name: '(\\)', workspace: 'x', madeAt: '2026-01-01T00:00:00Z', freshAsOf: null };
    const bytes = await press.run(
      { kind: 'pdf', style, report: { ...report, isLate: false, filters: [], cards: odd } },
      requester,
    );
    assert.match(bytes.toString('latin1'), /^%PDF/);
  });

  test('draws again after someone who waited for a file has left', async () => {
    const leaving = new AbortController();
    const left = press.run(png(note('one')), requester, leaving.signal);
    leaving.abort(new Error('left'));
    await assert.rejects(left, /left/);
    assert.ok((await press.run(png(note('two')), requester)).length > 0);
  });

  test('refuses what it can’t draw, and goes on', async () => {
    const broken = {
      kind: 'query',
      title: '',
      layout,
      measure: {},
      unbound: [],
      parameters: [],
    } as unknown as PressedCard;
    await assert.rejects(press.run(png(broken), requester));
    assert.ok((await press.run(png(note('three')), requester)).length > 0);
  });
});

describe('a number that is compared', () => {
  const figure = (value: string | null, isPart = false): PressedCard => ({
    ...{ kind: 'number', title: 'Orders', layout, mark: null, measure: { as: 'n', agg: 'count' } },
    ...{ freshAsOf: null, isLate: false, unbound: [], parameters: [] },
    result: {
      columns: [
        {
          ...{
            as: 'n',
            role: 'measure',
            kind: 'number',
            type: 'BIGINT',
            grain: null,
            width: null,
            others: [],
          },
          aggregate: { agg: 'count', column: null },
        },
      ],
      ...{ values: [['1200']], rows: 1, cut: null, totals: null, notes: [] },
      comparison: {
        ...{ to: 'previous', state: 'compared', value, from: '2026-10-01', through: '2026-10-27' },
        ...{ until: isPart ? '12:34' : null, isPart },
      },
    },
  });

  test('says how many rows don’t count as it says other numbers', () => {
    const card = figure('1000') as PressedFigure;
    const notes = [{ code: 'without_value' as const, column: 'total', rows: 18_070 }];
    const { foot } = cardInWords({ ...card, result: { ...card.result, notes } }, style, 10);
    assert.ok(foot.includes('18.070 Zeilen haben keinen Wert in total und zählen nicht.'), foot.join('\n'));
  });

  test('is a moment by the clock of whom it is for', () => {
    const card = figure('1000') as PressedFigure;
    const [measure] = card.result.columns;
    const moment = { ...measure!, kind: 'timestamp' as const, type: 'TIMESTAMP WITH TIME ZONE' };
    const { comparison: _, ...result } = card.result;
    const latest = { ...card, result: { ...result, columns: [moment], values: [['2026-11-02T04:59:59Z']] } };
    assert.equal(
      cardInWords(latest, { ...style, timeZone: 'America/New_York' }, 10).value,
      '2026-11-01 23:59:59',
    );
  });

  test('says in words how it compares, also in mails', () => {
    const { value, sentence, foot } = cardInWords(figure('1000', true), style, 10);
    assert.equal(value, '1.200');
    assert.match(sentence, /^Anzahl der Zeilen: 1\.200\. 200 mehr \(20\s%\)\. Voriger Zeitraum: 1\.000 \(/);
    assert.equal(foot[0]?.replaceAll(/\s/g, ' '), '200 mehr (20 %)');
    assert.match(foot[2]!, /27\. Okt\. 2026, 12:34\sUhr, weil dieser Zeitraum noch läuft/);
    assert.match(
      cardInWords(figure('-5'), style, 10).foot.join(' '),
      /Kein Prozentwert, weil der frühere Wert -5 ist/,
    );
    assert.match(
      cardInWords(figure(null), style, 10).foot.join(' '),
      /gibt es keine Daten, daher kein Vergleich/,
    );
  });

  test('is drawn in a place of any size', async () => {
    for (const h of [2, 3, 8]) {
      const bytes = await press.run(
        png({ ...figure('1000', true), layout: { ...layout, w: 3, h } }),
        requester,
      );
      assert.match(bytes.toString('latin1'), /^.PNG/);
    }
  });
});

describe('a series that is compared', () => {
  const day = {
    role: 'breakout',
    kind: 'date',
    type: 'DATE',
    grain: 'day',
    width: null,
    others: [],
  } as const;
  const sum = { role: 'measure', kind: 'number', type: 'DECIMAL(38,2)', grain: null } as const;
  const series = (h: number, mark = 'line'): PressedCard => ({
    ...{ kind: 'query', title: 'Orders', layout: { ...layout, h }, mark },
    ...{
      measure: { as: 'total', agg: 'sum', column: 'total' },
      freshAsOf: null,
      isLate: false,
      unbound: [],
      parameters: [],
    },
    result: {
      columns: [
        { as: 'day', ...day, others: [] },
        { as: 'total', ...sum, width: null, others: [] },
      ],
      values: [
        ['2026-11-01', '2026-11-02', '2026-11-03'],
        ['1200.50', '80.00', null],
      ],
      ...{ rows: 3, cut: null, totals: null, notes: [] },
      comparison: {
        ...{ to: 'previous', state: 'compared', value: null, until: null, isPart: false },
        ...{ from: '2026-10-01', through: '2026-10-03' },
        series: {
          current: { from: '2026-11-01', through: '2026-11-03' },
          from: ['2026-10-01', '2026-10-02', '2026-10-03'],
          through: ['2026-10-01', '2026-10-02', '2026-10-03'],
          values: [['1000.00', '0.00', '5.00']],
        },
      },
    },
  });

  test('says in a mail how both sums compare, with the earlier values in its rows', () => {
    const { kind, sentence, columns } = cardInWords(series(6), style, 10);
    assert.equal(kind, 'chart');
    assert.match(sentence, /275,50 mehr \(27,4\s%\)\. Voriger Zeitraum: 1\.005,00 \(1\.–3\. Okt\. 2026\)\.$/);
    assert.deepEqual(
      columns.map(({ name }) => name),
      ['day', 'Verglichen mit', 'total', 'Vorher: total', 'Änderung: total'],
    );
    assert.deepEqual(columns[3]!.cells, ['1.000,00', '0,00', '5,00']);
    assert.deepEqual(
      columns[4]!.cells.map((cell) => cell.replaceAll(/\s/g, ' ')),
      ['20,1 %', '–', '–'],
    );
  });

  test('is drawn in a place of any size', async () => {
    for (const h of [2, 3, 4, 8])
      for (const mark of ['line', 'columns', 'area', 'table'])
        assert.match((await press.run(png(series(h, mark)), requester)).toString('latin1'), /^.PNG/);
  });
});

describe('lines', () => {
  test('are no wider than their room, and the last one says that there is more', () => {
    const lines = wrapped('one two three four five six seven', 60, { size: 12, most: 2 });
    assert.equal(lines.length, 2);
    assert.ok(lines.every((line) => widthOf(line, 12) <= 60));
    assert.match(lines[1]!, /…$/);
    assert.equal(fitted('short', 600, 12), 'short');
  });
});

describe('what isn’t Latin, Greek, or Cyrillic', () => {
  const SCRIPTS = {
    Chinese: '上海销售额',
    Japanese: '東京の売上',
    Korean: '서울 매출',
    Arabic: 'السلام عليكم',
    Hebrew: 'שלום עולם',
    Hindi: 'हिन्दी क्षेत्र',
    Thai: 'กรุงเทพฯ น้ำ',
  };
  const glyphsIn = (text: string) =>
    piecesOf(text, 'regular').flatMap((piece) => ('glyphs' in piece ? piece.glyphs : []));

  for (const [script, text] of Object.entries(SCRIPTS))
    test(`has signs of its own: ${script}`, async () => {
      await loadTypefaces({ text });
      const pieces = piecesOf(text, 'regular');
      assert.deepEqual(pieces.flatMap((piece) => ('text' in piece ? piece.text.trim() : [])).join(''), '');
      assert.ok(glyphsIn(text).every(({ id }) => id !== 0));
      assert.equal(
        glyphsIn(text)
          .map(({ letters }) => [...letters].length)
          .reduce((sum, count) => sum + count, 0),
        [...text.replaceAll(' ', '')].length,
      );
    });

  test('is written from right to left, with its numbers and brackets as they are read', async () => {
    const text = 'Sales שלום (12) עולם 2026';
    await loadTypefaces({ text });
    const seen = piecesOf(text, 'regular').map((piece) =>
      'text' in piece ? piece.text : piece.glyphs.map(({ letters }) => letters).join(''),
    );
    assert.equal(seen.join(''), 'Sales 2026 םלוע (12) םולש');
  });

  test('joins letters, and stacks marks on them', async () => {
    const [joined, alone] = ['ههه', 'ه'];
    await loadTypefaces([joined, alone, 'กี']);
    const [first, middle, last] = glyphsIn(joined).map(({ id }) => id);
    assert.equal(new Set([first, middle, last, glyphsIn(alone)[0]!.id]).size, 4);
    assert.equal(glyphsIn('กี')[1]!.advance, 0);
  });

  test('is cut and broken between signs', async () => {
    const long = '这是一个很长的句子需要在行尾换行显示出来'.repeat(200);
    await loadTypefaces([long]);
    assert.ok(widthOf(fitted(long, 100, 12), 12) <= 100);
    const lines = wrapped(long, 200, { size: 12, most: 3 });
    assert.equal(lines.length, 3);
    assert.ok(lines.every((line) => widthOf(line, 12) <= 200 && widthOf(line, 12) > 150));
  });
});
