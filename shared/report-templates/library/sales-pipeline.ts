import { money, of, over, rows } from '../measures.ts';
import { card, type ReportTemplate, type Words } from '../template.ts';
import { currencies, currency, figure, oneCurrency, rowCount, sumsBy } from './parts.ts';
import { VERSIONS } from './versions.ts';

const VALUE: Words = { en: 'Value', de: 'Wert' };
const DEALS: Words = { en: 'Deals', de: 'Deals' };

export const salesPipeline: ReportTemplate = {
  slug: 'sales-pipeline',
  version: VERSIONS['sales-pipeline'],
  name: { en: 'Sales pipeline', de: 'Vertriebspipeline' },
  question: {
    en: 'What is open, in which stage, and when is it expected to close?',
    de: 'Was ist offen, in welcher Phase, und wann soll es abgeschlossen werden?',
  },
  subject: { en: 'deals', de: 'Deals' },
  definitions: [
    {
      term: { en: 'Open', de: 'Offen' },
      meaning: {
        en: 'All deals apart from stages that are left out, at first those that say won, lost, or closed. Deals without a stage count, and so does a stage that appears later.',
        de: 'Alle Deals außer denen in Phasen, die ausgenommen sind: zunächst solche, die gewonnen, verloren oder abgeschlossen besagen. Deals ohne Phase zählen, und eine Phase, die später dazukommt, auch.',
      },
    },
    {
      term: VALUE,
      meaning: {
        en: 'The sum of the amounts. A deal without one counts as a deal, but adds nothing, and isn’t in the average.',
        de: 'Die Summe der Beträge. Ein Deal ohne Betrag zählt als Deal, trägt aber nichts bei und ist nicht im Durchschnitt.',
      },
    },
    {
      term: { en: 'Expected to close', de: 'Erwarteter Abschluss' },
      meaning: {
        en: 'The month of the close date, also if that has passed and the deal is still open. A note says how many deals have none.',
        de: 'Der Monat des Abschlussdatums, auch wenn es verstrichen und der Deal noch offen ist. Ein Hinweis sagt, wie viele Deals keines haben.',
      },
    },
    currencies,
  ],
  tables: /(^|_)(deals?($|_)|opportunit|pipeline|leads?($|_))|verkaufschance/,
  sketch: 'line',
  roles: [
    {
      id: 'amount',
      name: { en: 'Amount', de: 'Betrag' },
      meaning: { en: 'What a deal is worth', de: 'Was ein Deal wert ist' },
      kind: 'number',
      required: true,
      aliases: [
        'amount',
        'deal_value',
        'deal_amount',
        'expected_revenue',
        'value',
        'total',
        'betrag',
        'wert',
      ],
    },
    {
      id: 'stage',
      name: { en: 'Stage', de: 'Phase' },
      meaning: { en: 'How far a deal is', de: 'Wie weit ein Deal ist' },
      kind: 'group',
      required: true,
      aliases: ['stage', 'stage_name', 'deal_stage', 'dealstage', 'pipeline_stage', 'sales_stage', 'phase'],
    },
    {
      id: 'closes',
      name: { en: 'Close date', de: 'Abschlussdatum' },
      meaning: { en: 'When it is expected to close', de: 'Wann der Abschluss erwartet wird' },
      kind: 'moment',
      required: true,
      aliases: [
        ...['close_date', 'closedate', 'expected_close_date', 'expected_close', 'closes_at', 'closed_at'],
        'abschlussdatum',
      ],
    },
    {
      id: 'owner',
      name: { en: 'Owner', de: 'Verantwortlich' },
      meaning: { en: 'Who works on it', de: 'Wer daran arbeitet' },
      kind: 'group',
      required: false,
      aliases: ['owner', 'owner_name', 'owner_id', 'sales_rep', 'rep', 'assigned_to', 'hubspot_owner_id'],
    },
    currency,
  ],
  filters: [
    {
      role: 'stage',
      label: { en: 'Stage', de: 'Phase' },
      pick: 'some',
      leaveOut: [
        ...['won', 'lost', 'closed', 'closedwon', 'closedlost', 'gewonnen', 'verloren', 'abgeschlossen'],
        ...['geschlossen'],
      ],
    },
    oneCurrency,
  ],
  cards: [
    figure('value', { en: 'Open value', de: 'Offener Wert' }, ['sum', 'amount'], { x: 0, w: 4 }),
    rowCount('deals', DEALS, { x: 4, w: 4 }),
    figure('average', { en: 'Average deal', de: 'Durchschnittlicher Deal' }, ['avg', 'amount'], {
      x: 8,
      w: 4,
    }),
    sumsBy(
      'stages',
      { en: 'Value by stage', de: 'Wert nach Phase' },
      { sum: 'amount', by: 'stage', as: VALUE },
      { x: 0, y: 3, w: 6, h: 7 },
    ),
    card({
      id: 'closing',
      title: { en: 'Expected to close', de: 'Erwartete Abschlüsse' },
      kind: 'query',
      mark: 'columns',
      layout: { x: 6, y: 3, w: 6, h: 7 },
      needs: ['closes', 'amount'],
      query: ({ closes, amount, currency: code }, say) => ({
        breakouts: [over(closes, 'month')],
        measures: [money(of(say(VALUE), 'sum', amount), code)],
      }),
    }),
    card({
      id: 'owners',
      title: { en: 'Who works on what', de: 'Wer woran arbeitet' },
      kind: 'table',
      layout: { x: 0, y: 10, w: 12, h: 8 },
      needs: ['owner', 'amount'],
      query: ({ owner, amount, currency: code }, say) => ({
        breakouts: [{ as: say({ en: 'Owner', de: 'Verantwortlich' }), column: owner }],
        measures: [money(of(say(VALUE), 'sum', amount), code), rows(say(DEALS))],
        sort: [{ by: say(VALUE), descending: true }],
        limit: 100,
      }),
    }),
  ],
};
