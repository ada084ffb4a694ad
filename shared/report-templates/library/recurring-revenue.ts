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
  currencies,
  currency,
  customer,
  datesToCome,
  MONTH,
  monthIsOver,
  oneCurrency,
  REVENUE,
  saleAmount,
  saleDate,
  saleStatus,
  whatCounts,
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
  definitions: [
    {
      term: CUSTOMERS,
      meaning: {
        en: 'Whoever’s amounts of a month add up to more than 0. A month with nothing, without an amount, or with as much refunded as paid, isn’t paid for. Rows without a customer or a date belong to nobody, and a note says how many there are.',
        de: 'Wessen Beträge eines Monats zusammen mehr als 0 ergeben. Ein Monat mit nichts, ohne Betrag oder mit ebenso viel erstattet wie gezahlt ist nicht bezahlt. Zeilen ohne Kunden oder Datum gehören zu niemandem; ein Hinweis sagt, wie viele es sind.',
      },
    },
    {
      term: REVENUE,
      meaning: {
        en: 'The sum of a month’s amounts, less refunds. Each row counts in the month of its date: an annual payment isn’t spread over twelve.',
        de: 'Die Summe der Beträge eines Monats abzüglich Erstattungen. Jede Zeile zählt im Monat ihres Datums: Eine Jahreszahlung wird nicht auf zwölf verteilt.',
      },
    },
    {
      term: NEW,
      meaning: {
        en: 'Pays for the first time. Returned customers paid before, but not in the month before.',
        de: 'Zahlt zum ersten Mal. Zurückgekehrte haben früher gezahlt, aber nicht im Monat davor.',
      },
    },
    {
      term: LOST,
      meaning: {
        en: 'Paid in the month before, and not in this one. The share of customers lost is that of all who paid in the month before.',
        de: 'Hat im Monat davor gezahlt und in diesem nicht. Der Anteil verlorener Kunden bezieht sich auf alle, die im Monat davor gezahlt haben.',
      },
    },
    ...[monthIsOver, datesToCome, whatCounts, currencies],
  ],
  tables:
    /(^|_)(subscription|subscriber|invoice|charge|payment|billing|abos?($|_)|abonnement|mrr)|rechnung|zahlung/,
  sketch: 'columns',
  roles: [
    {
      ...customer,
      required: true,
      aliases: [
        ...customer.aliases,
        'subscriber_id',
        'subscriber',
        'organization_id',
        'company_id',
        'tenant_id',
      ],
    },
    {
      ...saleDate,
      aliases: [
        ...[
          'paid_at',
          'payment_date',
          'billed_at',
          'billing_date',
          'charged_at',
          'invoice_date',
          'invoiced_at',
        ],
        ...['period_start', 'current_period_start', 'started_at', 'start_date', 'starts_at', 'month'],
        ...['created_at', 'created', 'date', 'zahlungsdatum', 'rechnungsdatum', 'datum'],
      ],
    },
    {
      ...saleAmount,
      aliases: [
        ...['mrr', 'monthly_revenue', 'monthly_amount', 'monthly_price', 'recurring_amount', 'plan_amount'],
        ...['amount', 'amount_paid', 'total', 'total_amount', 'net_amount', 'price', 'revenue', 'fee', 'net'],
        ...['value', 'gross', 'betrag', 'umsatz', 'summe'],
      ],
    },
    ...[saleStatus, currency],
  ],
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
