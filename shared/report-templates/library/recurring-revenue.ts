import type { Aggregate, Measure, QueryFilter, QueryShape } from '../../contract/index.ts';
import { money, of, share } from '../measures.ts';
import {
  card,
  type BoundColumns,
  type ReportTemplate,
  type Say,
  type TemplateCard,
  type Words,
} from '../template.ts';
import {
  countedSales,
  currency,
  customer,
  MONTH,
  oneCurrency,
  REVENUE,
  saleAmount,
  saleDate,
  saleStatus,
} from './parts.ts';
import { VERSIONS } from './versions.ts';

const NEW: Words = { en: 'New', de: 'Neu' };
const LOST: Words = { en: 'Lost', de: 'Verloren' };
const MOVEMENTS: readonly Words[] = [
  NEW,
  { en: 'Returned', de: 'Zurückgekehrt' },
  { en: 'Pays more', de: 'Zahlt mehr' },
  { en: 'Unchanged', de: 'Unverändert' },
  { en: 'Pays less', de: 'Zahlt weniger' },
  LOST,
];
const MOVEMENT: Words = { en: 'Movement', de: 'Bewegung' };
const CHANGE: Words = { en: 'Change', de: 'Veränderung' };
const CUSTOMERS: Words = { en: 'Paying customers', de: 'Zahlende Kunden' };
const CHURN: Words = { en: 'Customers lost', de: 'Verlorene Kunden' };
const NEEDS = ['customer', 'date', 'amount'] as const;

type Columns = BoundColumns<(typeof NEEDS)[number]>;
const movements = ({ customer: who, date, amount }: Columns, say: Say): QueryShape => ({
  ...{ kind: 'recurring', customer: who, date, amount, movements: MOVEMENTS.map(say) },
});
const byMonth = (say: Say) => ({ as: say(MONTH), column: 'month', grain: 'month' as const });
const customers = (operator: 'one_of' | 'none_of', words: readonly string[]): Aggregate => {
  const where = [[{ column: 'movement', operator, values: [...words] }]] satisfies QueryFilter;
  return { agg: 'sum', column: 'customers', where };
};
const paying = (say: Say) => customers('none_of', [say(LOST)]);
/** Those who paid in the month before. */
const churn = (say: Say) =>
  share(say(CHURN), customers('one_of', [say(LOST)]), customers('one_of', MOVEMENTS.slice(2).map(say)));

/** A chart of something by month. */
const monthly = (
  id: string,
  title: Words,
  mark: 'columns' | 'line',
  layout: TemplateCard['layout'],
  measure: (say: Say, currency: string | undefined) => Measure,
) =>
  card({
    ...{ id, title, kind: 'query', mark, layout, needs: NEEDS },
    query: (columns, say) => ({
      shape: movements(columns, say),
      breakouts: [byMonth(say)],
      measures: [measure(say, columns.currency)],
    }),
  });

export const recurringRevenue: ReportTemplate = {
  slug: 'recurring-revenue',
  version: VERSIONS['recurring-revenue'],
  name: { en: 'Recurring revenue', de: 'Wiederkehrender Umsatz' },
  question: {
    en: 'How does monthly revenue grow, and how much of it do we lose?',
    de: 'Wie wächst der monatliche Umsatz, und wie viel davon verlieren wir?',
  },
  subject: { en: 'monthly payments', de: 'monatliche Zahlungen' },
  tables: /subscription|invoice|charge|payment|billing|abo|rechnung|zahlung/i,
  sketch: 'columns',
  roles: [{ ...customer, required: true }, saleDate, saleAmount, saleStatus, currency],
  filters: [countedSales, oneCurrency],
  cards: [
    monthly(
      'revenue',
      { en: 'Revenue by month', de: 'Umsatz nach Monat' },
      'columns',
      { x: 0, y: 0, w: 12, h: 7 },
      (say, code) => money(of(say(REVENUE), 'sum', 'revenue'), code),
    ),
    card({
      id: 'movements',
      title: { en: 'What changed revenue', de: 'Was den Umsatz verändert hat' },
      kind: 'query',
      mark: 'columns',
      layout: { x: 0, y: 7, w: 12, h: 8 },
      needs: NEEDS,
      query: (columns, say) => ({
        shape: movements(columns, say),
        breakouts: [byMonth(say), { as: say(MOVEMENT), column: 'movement', top: { n: MOVEMENTS.length } }],
        measures: [money(of(say(CHANGE), 'sum', 'change'), columns.currency)],
      }),
    }),
    monthly('customers', CUSTOMERS, 'line', { x: 0, y: 15, w: 6, h: 7 }, (say) => ({
      as: say(CUSTOMERS),
      ...paying(say),
    })),
    monthly(
      'churn',
      { en: 'Share of customers lost', de: 'Anteil verlorener Kunden' },
      'line',
      { x: 6, y: 15, w: 6, h: 7 },
      churn,
    ),
    card({
      id: 'months',
      title: { en: 'Month by month', de: 'Monat für Monat' },
      kind: 'table',
      layout: { x: 0, y: 22, w: 12, h: 8 },
      needs: NEEDS,
      query: (columns, say) => ({
        shape: movements(columns, say),
        breakouts: [byMonth(say)],
        measures: [
          money(of(say(REVENUE), 'sum', 'revenue'), columns.currency),
          money(of(say(CHANGE), 'sum', 'change'), columns.currency),
          { as: say(CUSTOMERS), ...paying(say) },
          { as: say({ en: 'New customers', de: 'Neue Kunden' }), ...customers('one_of', [say(NEW)]) },
          churn(say),
        ],
        sort: [{ by: say(MONTH), descending: true }],
      }),
    }),
  ],
};
