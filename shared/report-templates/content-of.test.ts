import { isComputed } from '../contract/index.ts';
import { chosenIn, contentOf, usualValues } from './content-of.ts';
import { TEMPLATES } from './library/index.ts';
import { conversionFunnel } from './library/conversion-funnel.ts';
import { revenueOverview } from './library/revenue-overview.ts';
import { salesPipeline } from './library/sales-pipeline.ts';
import { VERSIONS } from './library/versions.ts';
import { faultsOfTemplate } from './template-faults.ts';
import type { ReportTemplate, TemplateCard } from './template.ts';
import { formerOrder, updateOf } from './update-of.ts';

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

test('what does not count is the default of filters that narrow all cards', () => {
  const { filters, cards, template } = make(revenueOverview, all(revenueOverview), {
    status: ['canceled', null],
    currency: ['EUR'],
  });
  expect(filters.map(({ label, default: value }) => [label, value])).toEqual([
    ['Date', { operator: 'in_range', values: ['last.12.month', 'Europe/Berlin'] }],
    ['Status', { operator: 'none_of', values: ['canceled'], orNull: true }],
    ['Currency', { operator: 'one_of', values: ['EUR'] }],
  ]);
  expect(filters[1]!.bind).toEqual(cards.map(({ id }) => ({ card: id, column: 'the status' })));
  expect(template).toMatchObject({ slug: 'revenue-overview', version: VERSIONS['revenue-overview'] });
});

test('what a filter says was chosen is what it was made of', () => {
  const [status, currency] = revenueOverview.filters;
  for (const chosen of [[], ['canceled'], ['canceled', null], [null]]) {
    const { filters } = make(revenueOverview, all(revenueOverview), { status: chosen });
    expect(chosenIn(status!, filters[1]!.default)).toEqual(chosen);
  }
  for (const chosen of [[], ['EUR'], [null]]) {
    const { filters } = make(revenueOverview, all(revenueOverview), { currency: chosen });
    expect(chosenIn(currency!, filters[2]!.default)).toEqual(chosen);
  }
  expect(chosenIn(status!, { operator: 'starts_with', values: ['can'] })).toBeUndefined();
  expect(chosenIn(status!, { operator: 'one_of', values: ['paid'] })).toBeUndefined();
});

test('steps that were put in order are those of the funnel, and nothing is left out beside them', () => {
  const order = { step: ['visit', 'pay'] };
  const mapping = { table, columns: all(conversionFunnel), values: { step: ['cart'] }, order };
  const content = contentOf(conversionFunnel, mapping, { language: 'en', zone: 'UTC' });
  expect(content.filters).toEqual([expect.objectContaining({ id: 'step', default: null })]);
  for (const one of content.cards.filter(isComputed))
    expect(one.query.shape).toMatchObject({ kind: 'funnel', steps: ['visit', 'pay'] });
  expect(formerOrder(conversionFunnel, content)).toEqual(order);
  // People haven't changed these cards.
  const again = updateOf(conversionFunnel, content, content, []);
  expect(again).toMatchObject({ kept: [], changed: [], isSame: true });
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

test('what was canceled does not count, by words and not by parts of them', () => {
  const [status] = revenueOverview.filters;
  const [stage] = salesPipeline.filters;
  expect(usualValues(status!, ['paid', null, 'Cancelled', 'chargeOff', 'refunded'])).toEqual([
    'Cancelled',
    'refunded',
  ]);
  expect(usualValues(status!, ['paid', 'shipped', null])).toEqual([]);
  for (const counted of [
    'Returning customer',
    'avoided',
    'Not returned',
    'partially_refunded',
    'never cancelled',
  ])
    expect([counted, ...usualValues(status!, ['paid', counted])]).toEqual([counted]);
  for (const leftOut of ['ORDER_CANCELED', 'fullyRefunded', 'payment failed', 'storniert'])
    expect(usualValues(status!, ['paid', leftOut])).toEqual([leftOut]);
  expect(usualValues(stage!, ['Undisclosed', 'Closed Won', 'closedlost', 'enclosed', null])).toEqual([
    'Closed Won',
    'closedlost',
  ]);
  // Otherwise, no row would count.
  expect(usualValues(status!, ['cancelled', 'failed'])).toEqual([]);
});

test('amounts of two currencies are not added up', () => {
  const currency = revenueOverview.filters[1]!;
  expect(usualValues(currency, ['EUR', 'USD'])).toEqual(['EUR']);
  expect(usualValues(currency, ['EUR', ' usd'], 'USD')).toEqual([' usd']);
  expect(usualValues(currency, [null, 'EUR'])).toEqual([null]);
  expect(usualValues(currency, [null, 'EUR'], 'EUR')).toEqual(['EUR']);
  for (const { roles, filters } of TEMPLATES) {
    const isOfMoney = roles.some(({ id }) => id === 'currency');
    expect(filters.some(({ role, pick }) => role === 'currency' && pick === 'one')).toBe(isOfMoney);
  }
});
