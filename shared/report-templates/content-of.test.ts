import { faultsOfQuery, faultsOfReport, isComputed } from '../contract/index.ts';
import { contentOf, usualValues } from './content-of.ts';
import { TEMPLATES } from './library/index.ts';
import { revenueOverview } from './library/revenue-overview.ts';
import { VERSIONS } from './library/versions.ts';
import type { ReportTemplate, RoleKind } from './template.ts';

const TYPES: Record<RoleKind, string> = { moment: 'TIMESTAMP', number: 'DECIMAL(12,2)', group: 'VARCHAR' };
const table = { id: `tbl_${'0'.repeat(26)}`, name: 'orders' };
const all = ({ roles }: ReportTemplate) => Object.fromEntries(roles.map(({ id }) => [id, `the ${id}`]));
const make = (template: ReportTemplate, columns = all(template), values = {}) =>
  contentOf(template, { table, columns, values }, { language: 'en', zone: 'Europe/Berlin' });

describe.each(TEMPLATES.map((template) => [template.slug, template] as const))('%s', (_slug, template) => {
  const columns = template.roles.map(({ id, kind }) => ({ name: `the ${id}`, type: TYPES[kind] }));

  test('makes a report that can be saved and computed', () => {
    const content = make(template);
    expect(faultsOfReport(content)).toEqual([]);
    expect(content.cards).toHaveLength(template.cards.length);
    for (const { query } of content.cards.filter(isComputed))
      expect(faultsOfQuery(query, columns)).toEqual([]);
  });

  test('has cards that lie beside each other, and something to show of the required roles alone', () => {
    const taken = new Set<string>();
    for (const { x, y, w, h } of template.cards.map(({ layout }) => layout))
      for (let row = y; row < y + h; row += 1)
        for (let at = x; at < x + w; at += 1) {
          expect(taken.has(`${at} ${row}`)).toBe(false);
          taken.add(`${at} ${row}`);
        }
    const required = template.roles.filter((role) => role.required).map(({ id }) => [id, `the ${id}`]);
    expect(make(template, Object.fromEntries(required)).cards.length).toBeGreaterThanOrEqual(4);
  });

  test('says everything in both languages, and knows each role that it names', () => {
    const { name, question, subject, roles, filters, cards } = template;
    const words = [name, question, subject, ...roles.flatMap((role) => [role.name, role.meaning])];
    for (const { en, de } of [
      ...words,
      ...[...filters].map(({ label }) => label),
      ...cards.map(({ title }) => title),
    ])
      expect(Math.min(en.length, de.length)).toBeGreaterThan(0);
    const known = roles.map(({ id }) => id);
    for (const role of [...cards.flatMap(({ needs }) => needs), ...filters.map((filter) => filter.role)])
      expect(known).toContain(role);
  });
});

test('the values that count are the defaults of filters that narrow all cards', () => {
  const { filters, cards, template } = make(revenueOverview, all(revenueOverview), { status: ['paid'] });
  expect(filters.map(({ label, default: value }) => [label, value])).toEqual([
    ['Date', { operator: 'in_range', values: ['last.12.month', 'Europe/Berlin'] }],
    ['Status', { operator: 'one_of', values: ['paid'] }],
    ['Currency', null],
  ]);
  expect(filters[1]!.bind).toEqual(cards.map(({ id }) => ({ card: id, column: 'the status' })));
  expect(template).toMatchObject({ slug: 'revenue-overview', version: VERSIONS['revenue-overview'] });
});

test('what is compared with the time before is compared only if the report is about a period', () => {
  const comparedIn = (isAllTime: boolean) => {
    const mapping = { table, columns: all(revenueOverview), values: {}, isAllTime };
    const content = contentOf(revenueOverview, mapping, { language: 'en', zone: 'UTC' });
    const compared = content.cards.filter((one) => isComputed(one) && one.compare === 'previous');
    return [compared.length, content.filters.find(({ id }) => id === 'date')!.default === null];
  };
  expect(comparedIn(false)).toEqual([5, false]);
  expect(comparedIn(true)).toEqual([0, true]);
  const { date: _none, ...undated } = all(revenueOverview);
  const mapping = { table, columns: undated, values: {} };
  const { cards } = contentOf(revenueOverview, mapping, { language: 'en', zone: 'UTC' });
  expect(cards.filter((one) => isComputed(one) && one.compare)).toEqual([]);
});

test('what was canceled does not count, and amounts of two currencies are not added up', () => {
  const [status, currency] = revenueOverview.filters;
  expect(usualValues(status!, ['paid', 'shipped', 'Cancelled', 'refunded'])).toEqual(['paid', 'shipped']);
  expect(usualValues(status!, ['paid', 'shipped'])).toEqual([]);
  expect(usualValues(currency!, ['EUR', 'USD'])).toEqual(['EUR']);
});
