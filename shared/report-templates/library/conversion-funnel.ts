import type { QueryShape } from '../../contract/index.ts';
import { share } from '../measures.ts';
import { card, type BoundColumns, type ReportTemplate, type Words } from '../template.ts';
import { VERSIONS } from './versions.ts';

const STEP: Words = { en: 'Step', de: 'Schritt' };
const PLACE: Words = { en: 'Place', de: 'Stelle' };
const REACHED: Words = { en: 'Reached it', de: 'Erreicht' };
const OF_BEFORE: Words = { en: 'Of the step before', de: 'Vom vorigen Schritt' };
const OF_FIRST: Words = { en: 'Of the first step', de: 'Vom ersten Schritt' };
const NEEDS = ['subject', 'step', 'date'] as const;

const steps = ({ subject, step, date }: BoundColumns<(typeof NEEDS)[number]>): QueryShape => ({
  ...{ kind: 'funnel', subject, step, date },
});
const sum = (column: string) => ({ agg: 'sum' as const, column });

export const conversionFunnel: ReportTemplate = {
  slug: 'conversion-funnel',
  version: VERSIONS['conversion-funnel'],
  name: { en: 'Conversion funnel', de: 'Conversion-Funnel' },
  question: {
    en: 'How many get from the first step to the last, and where do we lose them?',
    de: 'Wie viele kommen vom ersten bis zum letzten Schritt, und wo verlieren wir sie?',
  },
  subject: { en: 'events of visitors', de: 'Ereignisse von Besuchern' },
  tables: /event|visit|page_?view|track|session|funnel|ereignis|besuch/i,
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
  filters: [{ role: 'step', label: { en: 'Steps', de: 'Schritte' }, pick: 'some' }],
  cards: [
    card({
      id: 'started',
      title: { en: 'Took the first step', de: 'Ersten Schritt getan' },
      kind: 'number',
      layout: { x: 0, y: 0, w: 6, h: 3 },
      needs: NEEDS,
      query: (columns, say) => ({
        shape: steps(columns),
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
      query: (columns, say) => ({
        shape: steps(columns),
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
      query: (columns, say) => ({
        shape: steps(columns),
        breakouts: [{ as: say(STEP), column: 'step' }],
        measures: [
          { as: say(REACHED), ...sum('subjects') },
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
      query: (columns, say) => ({
        shape: steps(columns),
        breakouts: [{ as: say(STEP), column: 'step' }],
        measures: [
          { as: say(PLACE), agg: 'min', column: 'place' },
          { as: say(REACHED), ...sum('subjects') },
          share(say(OF_BEFORE), sum('subjects'), sum('before')),
          share(say(OF_FIRST), sum('subjects'), sum('first')),
        ],
        sort: [{ by: say(PLACE), descending: false }],
      }),
    }),
  ],
};
