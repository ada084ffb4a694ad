import { of, over, rows } from '../measures.ts';
import { card, type ReportTemplate } from '../template.ts';
import { currency, figure, oneCurrency, rowCount, sumsBy } from './parts.ts';

export const revenueOverview: ReportTemplate = {
  slug: 'revenue-overview',
  version: 1,
  name: { en: 'Revenue overview', de: 'Umsatzüberblick' },
  question: {
    en: 'What did we sell, when, and to whom?',
    de: 'Was haben wir wann und an wen verkauft?',
  },
  subject: { en: 'orders or invoices', de: 'Bestellungen oder Rechnungen' },
  tables: /order|sale|invoice|transaction|bestellung|rechnung|umsatz/i,
  sketch: 'columns',
  roles: [
    {
      id: 'date',
      name: { en: 'Date', de: 'Datum' },
      meaning: { en: 'When a sale counts', de: 'Wann ein Verkauf zählt' },
      kind: 'moment',
      required: true,
      aliases: [
        ...['placed_at', 'ordered_at', 'order_date', 'sold_at', 'sale_date', 'invoice_date', 'invoiced_at'],
        ...['paid_at', 'purchased_at', 'created_at', 'created', 'date', 'bestelldatum', 'datum'],
      ],
    },
    {
      id: 'amount',
      name: { en: 'Amount', de: 'Betrag' },
      meaning: { en: 'What is added up', de: 'Was zusammengezählt wird' },
      kind: 'number',
      required: true,
      aliases: [
        ...['total', 'revenue', 'amount', 'order_total', 'total_amount', 'total_price', 'net_amount', 'net'],
        ...['gross', 'grand_total', 'line_total', 'sales', 'price', 'value', 'umsatz', 'betrag', 'summe'],
      ],
    },
    {
      id: 'status',
      name: { en: 'Status', de: 'Status' },
      meaning: { en: 'Which sales count', de: 'Welche Verkäufe zählen' },
      kind: 'group',
      required: false,
      aliases: ['status', 'state', 'order_status', 'payment_status', 'financial_status'],
    },
    currency,
    {
      id: 'customer',
      name: { en: 'Customer', de: 'Kunde' },
      meaning: { en: 'Who bought', de: 'Wer gekauft hat' },
      kind: 'group',
      required: false,
      aliases: [
        'customer_id',
        'customer',
        'client_id',
        'account_id',
        'buyer_id',
        'user_id',
        'email',
        'kunde',
      ],
    },
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
  filters: [
    {
      role: 'status',
      label: { en: 'Status', de: 'Status' },
      pick: 'some',
      leaveOut:
        /cancel|void|fail|refund|return|declin|reject|draft|expired|storn|abgebrochen|erstattet|entwurf/i,
    },
    oneCurrency,
  ],
  cards: [
    figure('revenue', { en: 'Revenue', de: 'Umsatz' }, ['sum', 'amount'], { x: 0, w: 3 }),
    rowCount('sales', { en: 'Sales', de: 'Verkäufe' }, { x: 3, w: 3 }),
    figure('average', { en: 'Average sale', de: 'Durchschnittlicher Verkauf' }, ['avg', 'amount'], {
      x: 6,
      w: 3,
    }),
    figure('customers', { en: 'Customers', de: 'Kunden' }, ['distinct', 'customer'], { x: 9, w: 3 }),
    card({
      id: 'overtime',
      title: { en: 'Revenue over time', de: 'Umsatz im Zeitverlauf' },
      kind: 'query',
      mark: 'columns',
      layout: { x: 0, y: 3, w: 12, h: 7 },
      needs: ['date', 'amount'],
      query: ({ date, amount }) => ({ breakouts: [over(date, 'auto')], measures: [of('sum', amount)] }),
    }),
    sumsBy(
      'parts',
      { en: 'Where revenue comes from', de: 'Woher der Umsatz kommt' },
      { sum: 'amount', by: 'part' },
      { x: 0, y: 10, w: 6, h: 7 },
    ),
    card({
      id: 'best',
      title: { en: 'Customers with the most revenue', de: 'Kunden mit dem meisten Umsatz' },
      kind: 'table',
      layout: { x: 6, y: 10, w: 6, h: 7 },
      needs: ['customer', 'amount'],
      query: ({ customer, amount }) => ({
        breakouts: [{ as: customer, column: customer }],
        measures: [of('sum', amount), rows],
        sort: [{ by: of('sum', amount).as, descending: true }],
        limit: 20,
      }),
    }),
    card({
      id: 'months',
      title: { en: 'Month by month', de: 'Monat für Monat' },
      kind: 'table',
      layout: { x: 0, y: 17, w: 12, h: 8 },
      needs: ['date', 'amount'],
      query: ({ date, amount }) => ({
        breakouts: [over(date, 'month')],
        measures: [of('sum', amount), rows],
      }),
    }),
  ],
};
