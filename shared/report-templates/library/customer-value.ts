import type { Measure, QueryShape } from '../../contract/index.ts';
import { money, of, rows, share } from '../measures.ts';
import { card, type BoundColumns, type ReportTemplate, type Say, type Words } from '../template.ts';
import {
  countedSales,
  currencies,
  currency,
  customer,
  datesToCome,
  oneCurrency,
  REVENUE,
  saleAmount,
  saleDate,
  saleStatus,
  whatCounts,
} from './parts.ts';
import { VERSIONS } from './versions.ts';

const SEGMENTS: readonly Words[] = [
  { en: 'Champions', de: 'Champions' },
  { en: 'Loyal', de: 'Treue' },
  { en: 'New', de: 'Neue' },
  { en: 'Promising', de: 'Vielversprechende' },
  { en: 'At risk', de: 'Gefährdete' },
  { en: 'Lost', de: 'Verlorene' },
];
const SEGMENT: Words = { en: 'Segment', de: 'Segment' };
const CUSTOMERS: Words = { en: 'Customers', de: 'Kunden' };
const PURCHASES: Words = { en: 'Purchases', de: 'Käufe' };
const DAYS: Words = { en: 'Days since the last purchase', de: 'Tage seit dem letzten Kauf' };
const NEEDS = ['customer', 'date', 'amount'] as const;

type Columns = BoundColumns<(typeof NEEDS)[number]>;
const people = ({ customer: who, date, amount }: Columns, say: Say): QueryShape => ({
  ...{ kind: 'customers', customer: who, date, amount, segments: SEGMENTS.map(say) },
});

/** A number over all customers. */
const figureOf = (
  id: string,
  title: Words,
  x: number,
  measure: (as: string, currency: string | undefined) => Measure,
) =>
  card({
    ...{ id, title, kind: 'number', layout: { x, y: 0, w: 3, h: 3 }, needs: NEEDS },
    query: (columns, say) => ({
      shape: people(columns, say),
      breakouts: [],
      measures: [measure(say(title), columns.currency)],
    }),
  });

/** Bars for each segment. */
const bySegment = (
  id: string,
  title: Words,
  x: number,
  measure: (say: Say, currency: string | undefined) => Measure,
) =>
  card({
    ...{ id, title, kind: 'query', mark: 'bars', layout: { x, y: 3, w: 6, h: 7 }, needs: NEEDS },
    query: (columns, say) => ({
      shape: people(columns, say),
      breakouts: [{ as: say(SEGMENT), column: 'segment' }],
      measures: [measure(say, columns.currency)],
    }),
  });

export const customerValue: ReportTemplate = {
  slug: 'customer-value',
  version: VERSIONS['customer-value'],
  name: { en: 'Customer value', de: 'Kundenwert' },
  question: {
    en: 'Who are our best customers, and whom are we about to lose?',
    de: 'Wer sind unsere besten Kunden, und wen verlieren wir gerade?',
  },
  subject: { en: 'orders with customers and amounts', de: 'Bestellungen mit Kunden und Beträgen' },
  definitions: [
    {
      term: { en: 'Customer', de: 'Kunde' },
      meaning: {
        en: 'Whoever has bought something. Rows without a customer or a date belong to nobody, and a note says how many there are.',
        de: 'Wer etwas gekauft hat. Zeilen ohne Kunden oder Datum gehören zu niemandem; ein Hinweis sagt, wie viele es sind.',
      },
    },
    {
      term: { en: 'Purchase', de: 'Kauf' },
      meaning: {
        en: 'Each row, apart from refunds, whose amounts are below 0. A purchase without an amount is one, too, but adds nothing.',
        de: 'Jede Zeile außer Erstattungen, deren Betrag unter 0 liegt. Auch ein Kauf ohne Betrag ist einer, trägt aber nichts bei.',
      },
    },
    {
      term: REVENUE,
      meaning: {
        en: 'The sum of a customer’s amounts, less refunds.',
        de: 'Die Summe der Beträge eines Kunden abzüglich Erstattungen.',
      },
    },
    {
      term: DAYS,
      meaning: {
        en: 'From a customer’s last purchase to the last day of which the table has rows.',
        de: 'Vom letzten Kauf eines Kunden bis zum letzten Tag, von dem die Tabelle Zeilen hat.',
      },
    },
    {
      term: SEGMENT,
      meaning: {
        en: 'Customers are put into fifths by their last purchase, and by how often and for how much they bought together. Champions are in the upper two fifths of both, loyal ones in the upper three. New and promising ones bought lately, but little. Those at risk bought much, but not lately, and lost ones neither. Equal customers are in the same segment.',
        de: 'Kunden werden in Fünftel geteilt: nach ihrem letzten Kauf und danach, wie oft und für wie viel sie gekauft haben. Champions liegen bei beidem in den oberen zwei Fünfteln, treue in den oberen drei. Neue und vielversprechende haben kürzlich, aber wenig gekauft. Gefährdete haben viel gekauft, aber nicht kürzlich, verlorene weder noch. Gleiche Kunden sind im selben Segment.',
      },
    },
    ...[datesToCome, whatCounts, currencies],
  ],
  tables: /(^|_)(order|sale|invoice|transaction|payment)|bestellung|rechnung|zahlung/,
  sketch: 'bars',
  roles: [{ ...customer, required: true }, saleDate, saleAmount, saleStatus, currency],
  filters: [countedSales, oneCurrency],
  cards: [
    figureOf('customers', CUSTOMERS, 0, rows),
    figureOf('average', { en: 'Revenue per customer', de: 'Umsatz je Kunde' }, 3, (as, code) =>
      money(of(as, 'avg', 'amount'), code),
    ),
    figureOf('purchases', { en: 'Purchases per customer', de: 'Käufe je Kunde' }, 6, (as) =>
      of(as, 'avg', 'times'),
    ),
    figureOf('again', { en: 'Bought more than once', de: 'Mehr als einmal gekauft' }, 9, (as) =>
      share(
        as,
        { agg: 'count', where: [[{ column: 'times', operator: 'greater', values: ['1'] }]] },
        { agg: 'count' },
      ),
    ),
    bySegment('segments', { en: 'Customers by segment', de: 'Kunden nach Segment' }, 0, (say) =>
      rows(say(CUSTOMERS)),
    ),
    bySegment('revenue', { en: 'Revenue by segment', de: 'Umsatz nach Segment' }, 6, (say, code) =>
      money(of(say(REVENUE), 'sum', 'amount'), code),
    ),
    card({
      id: 'recency',
      title: DAYS,
      kind: 'query',
      mark: 'columns',
      layout: { x: 0, y: 10, w: 6, h: 8 },
      needs: NEEDS,
      query: (columns, say) => ({
        shape: people(columns, say),
        breakouts: [{ as: say(DAYS), column: 'recency', bins: 12 }],
        measures: [rows(say(CUSTOMERS))],
      }),
    }),
    card({
      id: 'best',
      title: { en: 'Customers with the most revenue', de: 'Kunden mit dem meisten Umsatz' },
      kind: 'table',
      layout: { x: 6, y: 10, w: 6, h: 8 },
      needs: NEEDS,
      query: (columns, say) => ({
        shape: people(columns, say),
        breakouts: [
          { as: say(customer.name), column: 'customer' },
          { as: say(SEGMENT), column: 'segment' },
        ],
        measures: [
          money(of(say(REVENUE), 'sum', 'amount'), columns.currency),
          of(say(PURCHASES), 'sum', 'times'),
          of(say(DAYS), 'max', 'recency'),
        ],
        sort: [{ by: say(REVENUE), descending: true }],
        limit: 100,
      }),
    }),
  ],
};
