import type { Aggregate, QueryShape } from '../../contract/index.ts';
import { share } from '../measures.ts';
import { card, type BoundColumns, type ReportTemplate, type Words } from '../template.ts';
import {
  countedSales,
  customer,
  datesToCome,
  monthIsOver,
  saleAmount,
  saleDate,
  saleStatus,
  whatCounts,
} from './parts.ts';
import { VERSIONS } from './versions.ts';

const NEW: Words = { en: 'New customers', de: 'Neue Kunden' };
const BACK: Words = { en: 'Came back', de: 'Kamen zurück' };
const LATER: Words = { en: 'Months later', de: 'Monate danach' };
const FIRST: Words = { en: 'First month', de: 'Erster Monat' };

type Columns = BoundColumns<'customer' | 'date'> & Partial<BoundColumns<'amount'>>;
const cohorts = ({ customer: who, date, amount }: Columns): QueryShape => ({
  ...{ kind: 'cohorts', customer: who, date },
  ...(amount !== undefined && { amount }),
});
const sum = (column: string, age?: number): Aggregate => ({
  ...{ agg: 'sum', column },
  ...(age === undefined ? {} : { where: [[{ column: 'age', operator: 'equals', values: [String(age)] }]] }),
});
const newCustomers = sum('customers', 0);

/** How many of those who could come back after so many months did. */
const after = (id: string, age: number, title: Words, x: number) =>
  card({
    ...{ id, title, kind: 'number', layout: { x, y: 0, w: 3, h: 3 }, needs: ['customer', 'date'] },
    query: (columns, say) => ({
      shape: cohorts(columns),
      breakouts: [],
      measures: [share(say(BACK), sum('active', age), sum('customers', age))],
    }),
  });

export const customerRetention: ReportTemplate = {
  slug: 'customer-retention',
  version: VERSIONS['customer-retention'],
  name: { en: 'Customer retention', de: 'Kundenbindung' },
  question: {
    en: 'Of the customers who first bought in a month, how many came back?',
    de: 'Wie viele der Kunden, die in einem Monat zum ersten Mal gekauft haben, kamen zurück?',
  },
  subject: { en: 'orders with their customers', de: 'Bestellungen mit ihren Kunden' },
  definitions: [
    {
      term: { en: 'Customer', de: 'Kunde' },
      meaning: {
        en: 'Whoever has bought something in a month that is over. Rows without a customer or a date belong to nobody, and a note says how many there are.',
        de: 'Wer in einem Monat, der vorbei ist, etwas gekauft hat. Zeilen ohne Kunden oder Datum gehören zu niemandem; ein Hinweis sagt, wie viele es sind.',
      },
    },
    {
      term: { en: 'First month', de: 'Erster Monat' },
      meaning: {
        en: 'The month of a customer’s first purchase among the rows that count. Days begin in the workspace’s time zone.',
        de: 'Der Monat des ersten Kaufs eines Kunden unter den Zeilen, die zählen. Tage beginnen in der Zeitzone des Arbeitsbereichs.',
      },
    },
    {
      term: BACK,
      meaning: {
        en: 'Whoever bought again in exactly that month after the first, out of all customers for whom that month is over.',
        de: 'Wer in genau diesem Monat nach dem ersten wieder gekauft hat, von allen Kunden, für die dieser Monat vorbei ist.',
      },
    },
    {
      term: { en: 'Refunds', de: 'Erstattungen' },
      meaning: {
        en: 'If there is a column for the amount, rows with less than 0 are no purchases.',
        de: 'Wenn es eine Spalte für den Betrag gibt, sind Zeilen mit weniger als 0 keine Käufe.',
      },
    },
    ...[monthIsOver, datesToCome, whatCounts],
  ],
  tables: /(^|_)(order|sale|invoice|transaction|payment)|bestellung|rechnung|zahlung/,
  sketch: 'grid',
  roles: [
    { ...customer, required: true },
    saleDate,
    saleStatus,
    {
      ...{ ...saleAmount, required: false },
      meaning: { en: 'Less than 0 is a refund', de: 'Weniger als 0 ist eine Erstattung' },
    },
  ],
  filters: [countedSales],
  cards: [
    card({
      id: 'customers',
      title: { en: 'Customers', de: 'Kunden' },
      kind: 'number',
      layout: { x: 0, y: 0, w: 3, h: 3 },
      needs: ['customer', 'date'],
      query: (columns, say) => ({
        shape: cohorts(columns),
        breakouts: [],
        measures: [{ as: say({ en: 'Customers', de: 'Kunden' }), ...newCustomers }],
      }),
    }),
    after('after1', 1, { en: 'Came back after 1 month', de: 'Nach 1 Monat zurück' }, 3),
    after('after3', 3, { en: 'Came back after 3 months', de: 'Nach 3 Monaten zurück' }, 6),
    after('after6', 6, { en: 'Came back after 6 months', de: 'Nach 6 Monaten zurück' }, 9),
    card({
      id: 'cohorts',
      title: { en: 'Who came back, by first month', de: 'Wer zurückkam, nach erstem Monat' },
      kind: 'query',
      mark: 'heatmap',
      layout: { x: 0, y: 3, w: 12, h: 11 },
      needs: ['customer', 'date'],
      query: (columns, say) => ({
        shape: cohorts(columns),
        // The first month of a cohort is always whole.
        having: [{ measure: say(LATER), operator: 'greater', value: 0 }],
        breakouts: [
          { as: say({ en: 'Month', de: 'Monat' }), column: 'age' },
          { as: say(FIRST), column: 'cohort', grain: 'month' },
        ],
        measures: [
          share(say(BACK), sum('active'), sum('customers')),
          { as: say(LATER), agg: 'max', column: 'age' },
        ],
        sort: [
          { by: say({ en: 'Month', de: 'Monat' }), descending: false },
          { by: say(FIRST), descending: false },
        ],
      }),
    }),
    card({
      id: 'curve',
      title: {
        en: 'Share of customers who came back, by months later',
        de: 'Anteil der zurückgekehrten Kunden nach Monaten',
      },
      kind: 'query',
      mark: 'line',
      layout: { x: 0, y: 14, w: 6, h: 8 },
      needs: ['customer', 'date'],
      query: (columns, say) => ({
        shape: cohorts(columns),
        having: [{ measure: say({ en: 'Month', de: 'Monat' }), operator: 'greater', value: 0 }],
        breakouts: [{ as: say(LATER), column: 'age' }],
        measures: [
          share(say(BACK), sum('active'), sum('customers')),
          { as: say({ en: 'Month', de: 'Monat' }), agg: 'max', column: 'age' },
        ],
        sort: [{ by: say(LATER), descending: false }],
      }),
    }),
    card({
      id: 'fresh',
      title: NEW,
      kind: 'query',
      mark: 'columns',
      layout: { x: 6, y: 14, w: 6, h: 8 },
      needs: ['customer', 'date'],
      query: (columns, say) => ({
        shape: cohorts(columns),
        breakouts: [{ as: say(FIRST), column: 'cohort', grain: 'month' }],
        measures: [{ as: say(NEW), ...newCustomers }],
      }),
    }),
  ],
};
