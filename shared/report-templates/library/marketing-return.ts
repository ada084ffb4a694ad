import { money, of, over, perUnit } from '../measures.ts';
import { card, type ReportTemplate } from '../template.ts';
import { currencies, currency, figure, oneCurrency, REVENUE, sumsBy } from './parts.ts';
import { VERSIONS } from './versions.ts';

const COST = { en: 'Cost', de: 'Kosten' };
const CAMPAIGN = { en: 'Campaign', de: 'Kampagne' };
const CONVERSIONS = { en: 'Conversions', de: 'Conversions' };
const PER_CLICK = { en: 'Cost per click', de: 'Kosten je Klick' };
const PER_CONVERSION = { en: 'Cost per conversion', de: 'Kosten je Conversion' };
const RETURN = { en: 'Revenue per unit spent', de: 'Umsatz je ausgegebener Einheit' };

export const marketingReturn: ReportTemplate = {
  slug: 'marketing-return',
  version: VERSIONS['marketing-return'],
  name: { en: 'Marketing return', de: 'Marketing-Ertrag' },
  question: {
    en: 'What did each campaign bring in for what it cost?',
    de: 'Was hat jede Kampagne für ihre Kosten eingebracht?',
  },
  subject: { en: 'campaigns with their cost', de: 'Kampagnen mit ihren Kosten' },
  definitions: [
    {
      term: RETURN,
      meaning: {
        en: 'All revenue divided by all cost of the same rows, never an average of rows. Without any cost, there is none.',
        de: 'Der gesamte Umsatz geteilt durch die gesamten Kosten derselben Zeilen, nie ein Durchschnitt von Zeilen. Ohne Kosten gibt es keinen Wert.',
      },
    },
    {
      term: PER_CLICK,
      meaning: {
        en: 'All cost divided by all clicks, also the cost of days without a click. The cost per conversion is computed alike.',
        de: 'Die gesamten Kosten geteilt durch alle Klicks, auch die Kosten von Tagen ohne Klick. Die Kosten je Conversion werden ebenso berechnet.',
      },
    },
    {
      term: { en: 'What counts', de: 'Was zählt' },
      meaning: {
        en: 'All rows, also planned ones. A missing amount adds nothing, rows without a campaign are a group of their own, and refunds lower revenue.',
        de: 'Alle Zeilen, auch geplante. Ein fehlender Betrag trägt nichts bei, Zeilen ohne Kampagne sind eine eigene Gruppe, und Erstattungen mindern den Umsatz.',
      },
    },
    currencies,
  ],
  tables: /(^|_)(campaign|marketing|ads?($|_)|adspend|spend)|kampagne/,
  sketch: 'bars',
  roles: [
    {
      id: 'date',
      name: { en: 'Date', de: 'Datum' },
      meaning: { en: 'The day of cost and revenue', de: 'Der Tag von Kosten und Umsatz' },
      kind: 'moment',
      required: true,
      aliases: ['date', 'day', 'reported_on', 'report_date', 'started_at', 'created_at', 'datum', 'tag'],
    },
    {
      id: 'campaign',
      name: { en: 'Campaign', de: 'Kampagne' },
      meaning: { en: 'What money was spent on', de: 'Wofür Geld ausgegeben wurde' },
      kind: 'group',
      required: true,
      aliases: ['campaign', 'campaign_name', 'campaign_id', 'utm_campaign', 'ad_group', 'kampagne'],
    },
    {
      id: 'spend',
      name: { en: 'Cost', de: 'Kosten' },
      meaning: { en: 'What was spent', de: 'Was ausgegeben wurde' },
      kind: 'number',
      required: true,
      aliases: ['spend', 'cost', 'amount_spent', 'ad_spend', 'costs', 'kosten', 'ausgaben'],
    },
    {
      id: 'revenue',
      name: { en: 'Revenue', de: 'Umsatz' },
      meaning: { en: 'What came in', de: 'Was hereinkam' },
      kind: 'number',
      required: true,
      aliases: ['revenue', 'conversion_value', 'sales', 'income', 'purchase_value', 'value', 'umsatz'],
    },
    {
      id: 'clicks',
      name: { en: 'Clicks', de: 'Klicks' },
      meaning: { en: 'For the cost of a click', de: 'Für die Kosten je Klick' },
      kind: 'number',
      required: false,
      aliases: ['clicks', 'link_clicks', 'klicks'],
    },
    {
      id: 'conversions',
      name: { en: 'Conversions', de: 'Conversions' },
      meaning: { en: 'For the cost of a conversion', de: 'Für die Kosten je Conversion' },
      kind: 'number',
      required: false,
      aliases: ['conversions', 'purchases', 'orders', 'leads', 'signups'],
    },
    currency,
  ],
  filters: [oneCurrency],
  cards: [
    figure('spend', COST, ['sum', 'spend'], { x: 0, w: 3 }),
    figure('revenue', REVENUE, ['sum', 'revenue'], { x: 3, w: 3 }),
    card({
      id: 'return',
      title: RETURN,
      kind: 'number',
      layout: { x: 6, y: 0, w: 3, h: 3 },
      needs: ['revenue', 'spend'],
      query: ({ revenue, spend }, say) => ({
        breakouts: [],
        measures: [perUnit(say(RETURN), revenue, spend)],
      }),
    }),
    card({
      id: 'perclick',
      title: PER_CLICK,
      kind: 'number',
      layout: { x: 9, y: 0, w: 3, h: 3 },
      needs: ['spend', 'clicks'],
      query: ({ spend, clicks, currency: code }, say) => ({
        breakouts: [],
        measures: [money(perUnit(say(PER_CLICK), spend, clicks), code)],
      }),
    }),
    card({
      id: 'overtime',
      title: { en: 'Revenue per unit spent, over time', de: 'Umsatz je ausgegebener Einheit im Zeitverlauf' },
      kind: 'query',
      mark: 'line',
      layout: { x: 0, y: 3, w: 12, h: 7 },
      needs: ['date', 'revenue', 'spend'],
      query: ({ date, revenue, spend }, say) => ({
        breakouts: [over(date, 'auto')],
        measures: [perUnit(say(RETURN), revenue, spend)],
      }),
    }),
    sumsBy(
      'bycampaign',
      { en: 'Revenue by campaign', de: 'Umsatz nach Kampagne' },
      { sum: 'revenue', by: 'campaign', as: REVENUE },
      { x: 0, y: 10, w: 6, h: 8 },
    ),
    sumsBy(
      'costby',
      { en: 'Cost by campaign', de: 'Kosten nach Kampagne' },
      { sum: 'spend', by: 'campaign', as: COST },
      { x: 6, y: 10, w: 6, h: 8 },
    ),
    card({
      id: 'campaigns',
      title: { en: 'Each campaign', de: 'Jede Kampagne' },
      kind: 'table',
      layout: { x: 0, y: 18, w: 12, h: 8 },
      needs: ['campaign', 'revenue', 'spend'],
      query: ({ campaign, revenue, spend, currency: code }, say) => ({
        breakouts: [{ as: say(CAMPAIGN), column: campaign }],
        measures: [
          money(of(say(COST), 'sum', spend), code),
          money(of(say(REVENUE), 'sum', revenue), code),
          perUnit(say(RETURN), revenue, spend),
        ],
        sort: [{ by: say(COST), descending: true }],
        limit: 100,
      }),
    }),
    card({
      id: 'perconversion',
      title: { en: 'Cost per conversion, by campaign', de: 'Kosten je Conversion nach Kampagne' },
      kind: 'table',
      layout: { x: 0, y: 26, w: 12, h: 8 },
      needs: ['campaign', 'spend', 'conversions'],
      query: ({ campaign, spend, conversions, currency: code }, say) => ({
        breakouts: [{ as: say(CAMPAIGN), column: campaign }],
        measures: [
          of(say(CONVERSIONS), 'sum', conversions),
          money(perUnit(say(PER_CONVERSION), spend, conversions), code),
        ],
        sort: [{ by: say(CONVERSIONS), descending: true }],
        limit: 100,
      }),
    }),
  ],
};
