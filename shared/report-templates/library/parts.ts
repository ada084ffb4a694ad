import { ownValue } from '../../contract/ground/own-value.ts';
import type { Aggregate } from '../../contract/index.ts';
import { money, of, rows, top } from '../measures.ts';
import {
  card,
  type Definition,
  type TemplateCard,
  type TemplateFilter,
  type TemplateRole,
  type Words,
} from '../template.ts';

// What several templates have in common.

export const currency: TemplateRole = {
  id: 'currency',
  name: { en: 'Currency', de: 'Währung' },
  meaning: {
    en: 'Amounts of different currencies aren’t added up',
    de: 'Beträge verschiedener Währungen werden nicht zusammengezählt',
  },
  kind: 'group',
  required: false,
  aliases: ['currency', 'currency_code', 'iso_currency', 'deal_currency_code', 'waehrung', 'währung'],
};

export const oneCurrency: TemplateFilter = { role: 'currency', label: currency.name, pick: 'one' };

export const saleDate: TemplateRole = {
  id: 'date',
  name: { en: 'Date', de: 'Datum' },
  meaning: { en: 'When a sale counts', de: 'Wann ein Verkauf zählt' },
  kind: 'moment',
  required: true,
  aliases: [
    ...['placed_at', 'ordered_at', 'order_date', 'sold_at', 'sale_date', 'invoice_date', 'invoiced_at'],
    ...['paid_at', 'purchased_at', 'created_at', 'created', 'date', 'bestelldatum', 'datum'],
  ],
};

export const saleAmount: TemplateRole = {
  id: 'amount',
  name: { en: 'Amount', de: 'Betrag' },
  meaning: { en: 'What is added up', de: 'Was zusammengezählt wird' },
  kind: 'number',
  required: true,
  aliases: [
    ...['total', 'revenue', 'amount', 'order_total', 'total_amount', 'total_price', 'net_amount', 'net'],
    ...['gross', 'grand_total', 'line_total', 'sales', 'price', 'value', 'umsatz', 'betrag', 'summe'],
  ],
};

export const saleStatus: TemplateRole = {
  id: 'status',
  name: { en: 'Status', de: 'Status' },
  meaning: { en: 'Which sales count', de: 'Welche Verkäufe zählen' },
  kind: 'group',
  required: false,
  aliases: ['status', 'state', 'order_status', 'payment_status', 'financial_status'],
};

export const customer: TemplateRole = {
  id: 'customer',
  name: { en: 'Customer', de: 'Kunde' },
  meaning: { en: 'Who bought', de: 'Wer gekauft hat' },
  kind: 'group',
  required: false,
  aliases: ['customer_id', 'customer', 'client_id', 'account_id', 'buyer_id', 'user_id', 'email', 'kunde'],
};

export const countedSales: TemplateFilter = {
  role: 'status',
  label: { en: 'Status', de: 'Status' },
  pick: 'some',
  leaveOut: [
    ...['cancel', 'canceled', 'cancelled', 'cancelation', 'cancellation', 'void', 'voided', 'fail', 'failed'],
    ...['failure', 'refund', 'refunded', 'return', 'returned', 'decline', 'declined', 'reject', 'rejected'],
    ...['draft', 'expired', 'chargeback', 'storno', 'storniert', 'abgebrochen', 'abgelehnt', 'abgelaufen'],
    ...['erstattet', 'zurückerstattet', 'retourniert', 'fehlgeschlagen', 'entwurf'],
  ],
};

export const whatCounts: Definition = {
  term: { en: 'What counts', de: 'Was zählt' },
  meaning: {
    en: 'All rows apart from statuses that are left out, at first those that say canceled, failed, refunded, or the like. Rows without a status count, and so does a status that appears later.',
    de: 'Alle Zeilen außer denen mit einem Status, der ausgenommen ist: zunächst solche, die storniert, fehlgeschlagen, erstattet oder Ähnliches besagen. Zeilen ohne Status zählen, und ein Status, der später dazukommt, auch.',
  },
};

export const currencies: Definition = {
  term: currency.name,
  meaning: {
    en: 'One at a time, because amounts of different currencies can’t be added up: the workspace’s, or else the most frequent one. Rows without a currency can be chosen like one.',
    de: 'Immer nur eine, weil sich Beträge verschiedener Währungen nicht zusammenzählen lassen: die des Arbeitsbereichs, sonst die häufigste. Zeilen ohne Währung lassen sich wie eine auswählen.',
  },
};

export const monthIsOver: Definition = {
  term: { en: 'When a month is over', de: 'Wann ein Monat vorbei ist' },
  meaning: {
    en: 'When the table has a row on its last day or later, and was last read after it. Only such months count, also those without a row, which have 0.',
    de: 'Wenn die Tabelle eine Zeile an seinem letzten Tag oder danach hat und zuletzt nach ihm gelesen wurde. Nur solche Monate zählen, auch die ohne Zeile, die 0 haben.',
  },
};

export const datesToCome: Definition = {
  term: { en: 'Dates to come', de: 'Künftige Daten' },
  meaning: {
    en: 'Rows dated after the day of the last read don’t count. A note on each card says how many there are.',
    de: 'Zeilen mit einem Datum nach dem Tag des letzten Lesens zählen nicht. Ein Hinweis auf jeder Karte sagt, wie viele es sind.',
  },
};

interface Place {
  x: number;
  w: number;
  /** Compared with the time before, it's higher. */
  isCompared?: boolean;
}

/** Of numbers in the first row of cards, without what they are compared with, and with it. */
const [LOW, HIGH] = [3, 4];
const placed = ({ x, w, isCompared = false }: Place) => ({
  layout: { x, y: 0, w, h: isCompared ? HIGH : LOW },
  ...(isCompared && { compare: 'previous' as const }),
});

export const REVENUE: Words = { en: 'Revenue', de: 'Umsatz' };
export const SALES: Words = { en: 'Sales', de: 'Verkäufe' };
export const MONTH: Words = { en: 'Month', de: 'Monat' };

/** A number in the first row of cards: an aggregate of a role's column, as money if the report has currencies. */
export const figure = (
  id: string,
  title: Words,
  [agg, role]: readonly [Aggregate['agg'], string],
  place: Place,
): TemplateCard =>
  card({
    ...{ id, title, kind: 'number', needs: [role] },
    ...placed(place),
    query: (columns, say) => {
      const measure = of(say(title), agg, ownValue(columns, role)!);
      const isAmount = agg === 'sum' || agg === 'avg';
      return { breakouts: [], measures: [isAmount ? money(measure, columns.currency) : measure] };
    },
  });

/** The number of rows, in the first row of cards. */
export const rowCount = (id: string, title: Words, place: Place): TemplateCard =>
  card({
    ...{ id, title, kind: 'number', needs: [] },
    ...placed(place),
    query: (_columns, say) => ({ breakouts: [], measures: [rows(say(title))] }),
  });

/** Bars of the sum of one role's column, which is called `as`, for the values of another's. */
export const sumsBy = (
  id: string,
  title: Words,
  { sum, by, as }: { sum: string; by: string; as: Words },
  layout: TemplateCard['layout'],
): TemplateCard =>
  card({
    ...{ id, title, kind: 'query', mark: 'bars', layout, needs: [by, sum] },
    query: (columns, say) => ({
      breakouts: [top(ownValue(columns, by)!)],
      measures: [money(of(say(as), 'sum', ownValue(columns, sum)!), columns.currency)],
    }),
  });
