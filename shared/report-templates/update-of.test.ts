import { faultsOfReport, isComputed, type ReportContent } from '../contract/index.ts';
import { contentOf } from './content-of.ts';
import { revenueOverview as template } from './library/revenue-overview.ts';
import { updateOf } from './update-of.ts';

const orders = { id: `tbl_${'0'.repeat(26)}`, name: 'orders' };
const invoices = { id: `tbl_${'1'.repeat(26)}`, name: 'invoices' };
const required = { date: 'placed_at', amount: 'total', status: 'status' };
const values = { status: ['canceled'] };
const make = (columns: Readonly<Record<string, string>>, table = orders, zone = 'Europe/Berlin') =>
  contentOf(template, { table, columns, values }, { language: 'en', zone });
const columnsOf = (...names: string[]) => names.map((name) => ({ name }));
const known = columnsOf('placed_at', 'paid_at', 'total', 'net', 'status', 'customer_id', 'country', 'kind');
const update = (report: ReportContent, made: ReportContent) => updateOf(template, report, made, known);
const cardOf = ({ cards }: ReportContent, id: string) => cards.find((card) => card.id === id);

test('nothing changes in a report whose columns stay, whatever the time zone', () => {
  const report = make(required);
  const found = update(report, make(required, orders, 'America/New_York'));
  expect(found).toMatchObject({ changed: [], added: [], removed: [], kept: [], isSame: true });
  expect(found.content).toEqual(report);
});

test('cards read the chosen columns, and keep their place, title, and mark', () => {
  const report = make(required);
  const moved = { x: 0, y: 40, w: 6, h: 5 };
  report.cards = report.cards.map((card) =>
    card.id === 'overtime' && card.kind === 'query'
      ? { ...card, title: 'By month', layout: moved, mark: 'line' }
      : card,
  );
  const { content, changed } = update(report, make({ ...required, amount: 'net' }));
  expect(changed).toEqual(expect.arrayContaining(['Revenue', 'By month']));
  const byOther = update(report, make({ ...required, date: 'paid_at' })).changed;
  expect(byOther).toContain('By month');
  expect(byOther).not.toContain('Sales');
  expect(cardOf(content, 'overtime')).toMatchObject({
    ...{ title: 'By month', layout: moved, mark: 'line' },
    query: { measures: [{ column: 'net' }] },
  });
  expect(faultsOfReport(content)).toEqual([]);
});

test('cards of a role that gets a column lie below all others', () => {
  const report = make(required);
  const { content, added } = update(report, make({ ...required, customer: 'customer_id' }));
  expect(added).toEqual(['Customers', 'Customers with the most revenue']);
  const bottom = Math.max(...report.cards.map(({ layout }) => layout.y + layout.h));
  expect(cardOf(content, 'customers')!.layout.y).toBe(bottom);
  expect(faultsOfReport(content)).toEqual([]);
});

test('cards of a role without a column go, with the filter of that role', () => {
  const report = make({ ...required, customer: 'customer_id', currency: 'country' });
  const { content, removed } = update(report, make({ date: 'placed_at', amount: 'total', status: 'status' }));
  expect(removed).toEqual(['Customers', 'Customers with the most revenue']);
  expect(content.filters.map(({ id }) => id)).toEqual(['date', 'status']);
});

test('what people have removed, added, or changed stays theirs', () => {
  const report = make(required);
  const own = {
    kind: 'text' as const,
    id: 'own',
    title: '',
    text: 'Note',
    layout: { x: 0, y: 50, w: 4, h: 2 },
  };
  report.cards = [...report.cards.filter(({ id }) => id !== 'sales'), own].map((card) =>
    card.id === 'revenue' && isComputed(card) ? { ...card, query: { ...card.query, measures: [] } } : card,
  );
  const { content, kept } = update(report, make({ ...required, amount: 'net' }));
  expect(kept).toEqual(['Revenue']);
  expect(cardOf(content, 'sales')).toBeUndefined();
  expect(cardOf(content, 'own')).toEqual(own);
  expect(cardOf(content, 'revenue')).toEqual(cardOf(report, 'revenue'));
});

test('a filter keeps its values while its column stays, and its binding to other cards', () => {
  const report = make(required);
  const bind = { card: 'own', column: 'state' };
  const open = { operator: 'starts_with' as const, values: ['open'] };
  report.cards.push({ ...cardOf(report, 'sales')!, id: 'own', layout: { x: 0, y: 50, w: 4, h: 2 } });
  report.filters = report.filters.map((filter) => ({
    ...filter,
    default: open,
    bind: [...filter.bind, bind],
  }));
  const same = update(report, make({ ...required, amount: 'net' })).content.filters[1]!;
  expect(same.default).toEqual(open);
  expect(same.bind).toContainEqual(bind);
  const other = update(report, make({ ...required, status: 'kind' })).content.filters[1]!;
  expect(other.default).toEqual({ operator: 'none_of', values: ['canceled'] });
  expect(other.bind).toContainEqual({ card: 'revenue', column: 'kind' });
  expect(other.bind).toContainEqual(bind);
});

test('a report of a period stays one, also by another date, and one of all time is compared with nothing', () => {
  const report = make(required);
  const ofAllTime = { ...report, filters: report.filters.filter(({ id }) => id !== 'date') };
  const next = make({ ...required, date: 'paid_at', amount: 'net' });
  const { content } = update(report, next);
  expect(content.filters[0]).toMatchObject({ id: 'date', default: { operator: 'in_range' } });
  expect(content.filters[0]!.bind).toContainEqual({ card: 'revenue', column: 'paid_at' });
  expect(cardOf(content, 'revenue')).toMatchObject({ compare: 'previous' });
  expect(cardOf(update(ofAllTime, next).content, 'revenue')).not.toHaveProperty('compare');
});

test('a filter of another kind is bound to a card only while its table has the column', () => {
  const report = make(required);
  report.filters.push({
    ...{ id: 'land', label: 'Land', default: null },
    bind: [
      { card: 'revenue', column: 'country' },
      { card: 'sales', column: 'gone' },
    ],
  });
  const { content } = update(report, make(required, invoices));
  expect(content.filters.find(({ id }) => id === 'land')!.bind).toEqual([
    { card: 'revenue', column: 'country' },
  ]);
  expect(cardOf(content, 'revenue')).toMatchObject({ table: invoices });
});

test('a report of an older version gets all cards of the newer one', () => {
  const report = make(required);
  report.template!.version = 0;
  report.cards = report.cards.map((card) =>
    card.id === 'revenue' && isComputed(card) ? { ...card, query: { ...card.query, measures: [] } } : card,
  );
  const { content, changed, kept } = update(report, make(required));
  expect(kept).toEqual([]);
  expect(changed).toEqual(['Revenue']);
  expect(content.template!.version).toBe(template.version);
});
