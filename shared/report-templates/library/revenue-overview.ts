import { money, of, ofSales, over, rows } from '../measures.ts';
import { card, type ReportTemplate, type TemplateCard } from '../template.ts';
import {
  countedSales,
  currencies,
  currency,
  customer,
  figure,
  MONTH,
  oneCurrency,
  REVENUE,
  rowCount,
  saleAmount,
  saleDate,
  SALES,
  saleStatus,
  sumsBy,
  whatCounts,
} from './parts.ts';
import { VERSIONS } from './versions.ts';

/** The same card without refunds. */
const ofSalesOnly = (one: TemplateCard): TemplateCard => ({
  ...one,
  needs: [...new Set([...one.needs, 'amount'])],
  query: (columns, say, order) => {
    const query = one.query(columns, say, order);
    const measures = query.measures.map((measure) =>
      'agg' in measure ? ofSales(measure, columns['amount']!) : measure,
    );
    return { ...query, measures };
  },
});

export const revenueOverview: ReportTemplate = {
  slug: 'revenue-overview',
  version: VERSIONS['revenue-overview'],
  name: { en: 'Revenue overview', de: 'Umsatzüberblick' },
  question: {
    en: 'What did we sell, when, and to whom?',
    de: 'Was haben wir wann und an wen verkauft?',
  },
  subject: { en: 'orders or invoices', de: 'Bestellungen oder Rechnungen' },
  definitions: [
    {
      term: { en: 'Sale', de: 'Verkauf' },
      meaning: {
        en: 'Each row, apart from refunds, whose amounts are below 0. A sale without an amount is one, too, but adds nothing.',
        de: 'Jede Zeile außer Erstattungen, deren Betrag unter 0 liegt. Auch ein Verkauf ohne Betrag ist einer, trägt aber nichts bei.',
      },
    },
    {
      term: REVENUE,
      meaning: {
        en: 'The sum of all amounts, less refunds. The average sale is that of the sales with an amount.',
        de: 'Die Summe aller Beträge abzüglich Erstattungen. Der durchschnittliche Verkauf ist der Schnitt der Verkäufe mit Betrag.',
      },
    },
    {
      term: { en: 'Customers', de: 'Kunden' },
      meaning: {
        en: 'How many different ones have bought something. Sales without a customer have none.',
        de: 'Wie viele verschiedene etwas gekauft haben. Verkäufe ohne Kunden haben keinen.',
      },
    },
    {
      term: { en: 'Period', de: 'Zeitraum' },
      meaning: {
        en: 'The last 12 full months in the workspace’s time zone, compared with the 12 before. What is dated later, or has no date, isn’t in it.',
        de: 'Die letzten 12 vollen Monate in der Zeitzone des Arbeitsbereichs, verglichen mit den 12 davor. Was ein späteres oder kein Datum hat, gehört nicht dazu.',
      },
    },
    ...[whatCounts, currencies],
  ],
  tables: /(^|_)(order|sale|invoice|transaction)|bestellung|rechnung|umsatz/,
  sketch: 'line',
  roles: [
    saleDate,
    saleAmount,
    saleStatus,
    currency,
    customer,
    {
      id: 'part',
      name: { en: 'Split by', de: 'Aufgeteilt nach' },
      meaning: { en: 'A category, channel, or country', de: 'Eine Kategorie, ein Kanal oder ein Land' },
      kind: 'group',
      required: false,
      aliases: [
        ...['category', 'product_category', 'channel', 'country', 'region', 'segment', 'product', 'sku'],
        ...['store', 'store_code', 'kategorie', 'kanal', 'land'],
      ],
    },
  ],
  filters: [countedSales, oneCurrency],
  period: { role: 'date', label: saleDate.name, months: 12 },
  cards: [
    figure('revenue', REVENUE, ['sum', 'amount'], { x: 0, w: 3, isCompared: true }),
    ofSalesOnly(rowCount('sales', SALES, { x: 3, w: 3, isCompared: true })),
    ofSalesOnly(
      figure('average', { en: 'Average sale', de: 'Durchschnittlicher Verkauf' }, ['avg', 'amount'], {
        ...{ x: 6, w: 3, isCompared: true },
      }),
    ),
    ofSalesOnly(
      figure('customers', { en: 'Customers', de: 'Kunden' }, ['distinct', 'customer'], {
        ...{ x: 9, w: 3, isCompared: true },
      }),
    ),
    card({
      id: 'overtime',
      title: { en: 'Revenue over time', de: 'Umsatz im Zeitverlauf' },
      kind: 'query',
      mark: 'line',
      layout: { x: 0, y: 4, w: 12, h: 7 },
      compare: 'previous',
      needs: ['date', 'amount'],
      query: ({ date, amount, currency: code }, say) => ({
        breakouts: [over(date, 'auto')],
        measures: [money(of(say(REVENUE), 'sum', amount), code)],
      }),
    }),
    sumsBy(
      'parts',
      { en: 'Where revenue comes from', de: 'Woher der Umsatz kommt' },
      { sum: 'amount', by: 'part', as: REVENUE },
      { x: 0, y: 11, w: 6, h: 7 },
    ),
    card({
      id: 'best',
      title: { en: 'Customers with the most revenue', de: 'Kunden mit dem meisten Umsatz' },
      kind: 'table',
      layout: { x: 6, y: 11, w: 6, h: 7 },
      needs: ['customer', 'amount'],
      query: ({ customer: who, amount, currency: code }, say) => ({
        breakouts: [{ as: say(customer.name), column: who }],
        measures: [money(of(say(REVENUE), 'sum', amount), code), ofSales(rows(say(SALES)), amount)],
        sort: [{ by: say(REVENUE), descending: true }],
        limit: 20,
      }),
    }),
    card({
      id: 'months',
      title: { en: 'Month by month', de: 'Monat für Monat' },
      kind: 'table',
      layout: { x: 0, y: 18, w: 12, h: 8 },
      needs: ['date', 'amount'],
      query: ({ date, amount, currency: code }, say) => ({
        breakouts: [over(date, 'month', say(MONTH))],
        measures: [money(of(say(REVENUE), 'sum', amount), code), ofSales(rows(say(SALES)), amount)],
      }),
    }),
  ],
};
