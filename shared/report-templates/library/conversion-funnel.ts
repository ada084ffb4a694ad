import type { QueryShape } from '../../contract/index.ts';
import { share } from '../measures.ts';
import { card, type BoundColumns, type OrderedValues, type ReportTemplate, type Words } from '../template.ts';
import { datesToCome } from './parts.ts';
import { VERSIONS } from './versions.ts';

const STEP: Words = { en: 'Step', de: 'Schritt' };
const PLACE: Words = { en: 'Place', de: 'Stelle' };
const REACHED: Words = { en: 'Reached it', de: 'Erreicht' };
const OF_BEFORE: Words = { en: 'Of the step before', de: 'Vom vorigen Schritt' };
const OF_FIRST: Words = { en: 'Of the first step', de: 'Vom ersten Schritt' };
const NEEDS = ['subject', 'step', 'date'] as const;

type Columns = BoundColumns<(typeof NEEDS)[number]>;
const steps = ({ subject, step, date }: Columns, { step: order }: OrderedValues): QueryShape => ({
  ...{ kind: 'funnel', subject, step, date },
  ...(order && { steps: [...order] }),
});
/** Each step is one row. Those who reach several steps are the same people, so steps aren't added up. */
const most = (column: string) => ({ agg: 'max' as const, column });

export const conversionFunnel: ReportTemplate = {
  slug: 'conversion-funnel',
  version: VERSIONS['conversion-funnel'],
  name: { en: 'Conversion funnel', de: 'Conversion-Funnel' },
  question: {
    en: 'How many get from the first step to the last, and where do we lose them?',
    de: 'Wie viele kommen vom ersten bis zum letzten Schritt, und wo verlieren wir sie?',
  },
  subject: { en: 'events of visitors', de: 'Ereignisse von Besuchern' },
  definitions: [
    {
      term: { en: 'Who', de: 'Wer' },
      meaning: {
        en: 'Whoever has a row, once for each step. Rows without somebody, a step, or a time don’t count, and a note says how many there are.',
        de: 'Wer eine Zeile hat, einmal für jeden Schritt. Zeilen ohne jemanden, Schritt oder Zeitpunkt zählen nicht; ein Hinweis sagt, wie viele es sind.',
      },
    },
    {
      term: STEP,
      meaning: {
        en: 'Each value of the column, 12 at most. Unless you put them in order, those come first that more people took, and of equal ones those that people took earlier.',
        de: 'Jeder Wert der Spalte, höchstens 12. Solange Sie sie nicht ordnen, kommen zuerst die, die mehr Personen getan haben, und bei gleich vielen die, die früher getan wurden.',
      },
    },
    {
      term: REACHED,
      meaning: {
        en: 'Whoever reached the step before and took this one at the same time or later. What they did before, between, or again doesn’t matter.',
        de: 'Wer den vorigen Schritt erreicht und diesen zur selben Zeit oder später getan hat. Was davor, dazwischen oder noch einmal geschah, spielt keine Rolle.',
      },
    },
    datesToCome,
  ],
  tables: /(^|_)(event|visit|page_?view|track|session|funnel)|ereignis|besuch/,
  sketch: 'bars',
  roles: [
    {
      id: 'subject',
      name: { en: 'Who', de: 'Wer' },
      meaning: { en: 'A visitor, user, or session', de: 'Ein Besucher, Nutzer oder eine Sitzung' },
      kind: 'group',
      required: true,
      aliases: [
        ...['user_id', 'visitor_id', 'session_id', 'anonymous_id', 'distinct_id', 'client_id'],
        ...['customer_id', 'lead_id', 'contact_id', 'user', 'visitor', 'customer', 'kunde'],
      ],
    },
    {
      id: 'step',
      name: STEP,
      meaning: { en: 'What they did', de: 'Was sie getan haben' },
      kind: 'group',
      required: true,
      aliases: [
        'event',
        'event_name',
        'event_type',
        'step',
        'stage',
        'action',
        'page',
        'ereignis',
        'schritt',
      ],
    },
    {
      id: 'date',
      name: { en: 'Time', de: 'Zeitpunkt' },
      meaning: { en: 'When they did it', de: 'Wann sie es getan haben' },
      kind: 'moment',
      required: true,
      aliases: [
        ...[
          'occurred_at',
          'event_time',
          'timestamp',
          'visited_at',
          'received_at',
          'time',
          'created_at',
          'date',
        ],
        ...['zeitpunkt', 'datum'],
      ],
    },
  ],
  filters: [{ role: 'step', label: { en: 'Steps', de: 'Schritte' }, pick: 'some', isOrdered: true }],
  cards: [
    card({
      id: 'started',
      title: { en: 'Took the first step', de: 'Ersten Schritt getan' },
      kind: 'number',
      layout: { x: 0, y: 0, w: 6, h: 3 },
      needs: NEEDS,
      query: (columns, say, order) => ({
        shape: steps(columns, order),
        breakouts: [],
        measures: [{ as: say(REACHED), agg: 'max', column: 'first' }],
      }),
    }),
    card({
      id: 'finished',
      title: { en: 'Reached the last step', de: 'Letzten Schritt erreicht' },
      kind: 'number',
      layout: { x: 6, y: 0, w: 6, h: 3 },
      needs: NEEDS,
      query: (columns, say, order) => ({
        shape: steps(columns, order),
        breakouts: [],
        // Fewer reach each further step.
        measures: [share(say(OF_FIRST), { agg: 'min', column: 'subjects' }, { agg: 'max', column: 'first' })],
      }),
    }),
    card({
      id: 'steps',
      title: { en: 'How many reached each step', de: 'Wie viele jeden Schritt erreicht haben' },
      kind: 'query',
      mark: 'bars',
      layout: { x: 0, y: 3, w: 12, h: 9 },
      needs: NEEDS,
      query: (columns, say, order) => ({
        shape: steps(columns, order),
        breakouts: [{ as: say(STEP), column: 'step' }],
        measures: [
          { as: say(REACHED), ...most('subjects') },
          { as: say(PLACE), agg: 'min', column: 'place' },
        ],
        sort: [{ by: say(PLACE), descending: false }],
      }),
    }),
    card({
      id: 'conversion',
      title: { en: 'From step to step', de: 'Von Schritt zu Schritt' },
      kind: 'table',
      layout: { x: 0, y: 12, w: 12, h: 8 },
      needs: NEEDS,
      query: (columns, say, order) => ({
        shape: steps(columns, order),
        breakouts: [{ as: say(STEP), column: 'step' }],
        measures: [
          { as: say(PLACE), agg: 'min', column: 'place' },
          { as: say(REACHED), ...most('subjects') },
          share(say(OF_BEFORE), most('subjects'), most('before')),
          share(say(OF_FIRST), most('subjects'), most('first')),
        ],
        sort: [{ by: say(PLACE), descending: false }],
      }),
    }),
  ],
};
