import { isComputed } from '../contract/index.ts';
import { contentOf, usualValues } from './content-of.ts';
import { TEMPLATES } from './library/index.ts';
import { revenueOverview } from './library/revenue-overview.ts';
import { VERSIONS } from './library/versions.ts';
import { faultsOfTemplate } from './template-faults.ts';
import type { ReportTemplate, TemplateCard } from './template.ts';

const table = { id: `tbl_${'0'.repeat(26)}`, name: 'orders' };
const all = ({ roles }: ReportTemplate) => Object.fromEntries(roles.map(({ id }) => [id, `the ${id}`]));
const make = (template: ReportTemplate, columns = all(template), values = {}) =>
  contentOf(template, { table, columns, values }, { language: 'en', zone: 'Europe/Berlin' });

describe.each(TEMPLATES.map((template) => [template.slug, template] as const))('%s', (_slug, template) => {
  test('is a template as docs/new-template.md says', () => {
    expect(faultsOfTemplate(template)).toEqual([]);
    expect(make(template).cards).toHaveLength(template.cards.length);
  });
});

test('what is wrong with a template is said so that it can be put right', () => {
  const { roles, filters, cards, ...rest } = revenueOverview;
  const [first, second] = cards as [TemplateCard, TemplateCard];
  const faultsWith = (change: Partial<ReportTemplate>) => faultsOfTemplate({ ...revenueOverview, ...change });
  expect(faultsWith({ version: undefined as never })[0]).toMatch(/versions\.ts/);
  expect(faultsWith({ roles: roles.slice(1) })[0]).toMatch(
    /^needs of the card "overtime" names the role "date"/,
  );
  expect(faultsWith({ filters: [{ ...filters[0]!, role: 'nothing' }] })[0]).toMatch(
    /names the role "nothing"/,
  );
  expect(faultsWith({ cards: [{ ...first, id: 'over-time' }, ...cards.slice(1)] })[0]).toMatch(/"over-time"/);
  expect(faultsWith({ cards: [first, { ...second, layout: first.layout }] })).toEqual([
    'The cards "revenue" and "sales" overlap. Change layout of one of them.',
    expect.stringMatching(/^Only 2 cards/),
  ]);
  expect(faultsWith({ name: { ...rest.name, de: '' } })).toEqual(['The name has no text in de.']);
  const query = () => ({ breakouts: [], measures: [{ as: 'n', agg: 'sum' as const, column: 'the status' }] });
  expect(faultsWith({ cards: [{ ...first, query }, ...cards.slice(1)] })[0]).toMatch(
    /^The query of the card "revenue" doesn't fit.*query_aggregate_unfit/,
  );
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
