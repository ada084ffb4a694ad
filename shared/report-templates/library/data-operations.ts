import { ownValue } from '../../contract/ground/own-value.ts';
import type { Aggregate } from '../../contract/index.ts';
import { of, over, share } from '../measures.ts';
import { card, type ReportTemplate, type TemplateRole, type Words } from '../template.ts';
import { figure } from './parts.ts';
import { VERSIONS } from './versions.ts';

const RUNS = { en: 'Runs', de: 'Läufe' };
const SUCCEEDED = { en: 'Succeeded', de: 'Erfolgreich' };
const FAILING = { en: 'With failures', de: 'Mit Fehlern' };

/** A role for a column that the table of the workspace's runs always has. */
const role = (
  id: string,
  column: string,
  kind: TemplateRole['kind'],
  [name, meaning]: readonly [Words, Words],
): TemplateRole => ({ id, name, meaning, kind, required: true, aliases: [column] });

const outcomes = (column: string, ...values: string[]): NonNullable<Aggregate['where']> => [
  [{ column, operator: 'one_of', values }],
];
const countOf = (outcome: string, ...values: string[]): Aggregate => ({
  agg: 'count',
  where: outcomes(outcome, ...values),
});
/** Runs that didn't load all of their tables, and weren't stopped by somebody. */
const failing = (outcome: string) => countOf(outcome, 'failed', 'partially succeeded');
const succeeded = (as: string, outcome: string) => share(as, countOf(outcome, 'succeeded'), { agg: 'count' });

/** Columns of a sum for each day. */
const sumsPerDay = (id: string, title: Words, sum: string, x: number) =>
  card({
    ...{ id, title, kind: 'query', mark: 'columns', layout: { x, y: 18, w: 6, h: 7 } },
    needs: ['ended', sum],
    query: (columns, say) => ({
      breakouts: [over(columns['ended']!, 'day')],
      measures: [of(say(title), 'sum', ownValue(columns, sum)!)],
    }),
  });

export const dataOperations: ReportTemplate = {
  slug: 'data-operations',
  version: VERSIONS['data-operations'],
  name: { en: 'Data operations', de: 'Datenbetrieb' },
  question: { en: 'Are our syncs healthy?', de: 'Wie gut laufen unsere Synchronisierungen?' },
  subject: { en: 'a first sync', de: 'eine erste Synchronisierung' },
  definitions: [
    {
      term: { en: 'Run', de: 'Lauf' },
      meaning: {
        en: 'Each run that has ended, with all of its attempts, by the day on which it ended. Runs that are still going on aren’t in the table.',
        de: 'Jeder Lauf, der zu Ende ist, mit allen Versuchen, nach dem Tag, an dem er endete. Laufende stehen nicht in der Tabelle.',
      },
    },
    {
      term: { en: 'Succeeded', de: 'Erfolgreich' },
      meaning: {
        en: 'Has loaded all of its tables. The share is that of all runs, also of those that somebody has stopped.',
        de: 'Hat alle seine Tabellen geladen. Der Anteil bezieht sich auf alle Läufe, auch auf solche, die jemand angehalten hat.',
      },
    },
    {
      term: { en: 'With failures', de: 'Mit Fehlern' },
      meaning: {
        en: 'Failed, or loaded only some of its tables, and wasn’t stopped by somebody. Days without a run have 0 runs and no share.',
        de: 'Fehlgeschlagen oder nur teilweise geladen, und nicht von jemandem angehalten. Tage ohne Lauf haben 0 Läufe und keinen Anteil.',
      },
    },
  ],
  tables: /^sync_runs$/,
  isBuiltIn: true,
  sketch: 'columns',
  roles: [
    role('ended', 'ended_at', 'moment', [
      { en: 'End', de: 'Ende' },
      { en: 'When a run ended', de: 'Wann ein Lauf zu Ende war' },
    ]),
    role('outcome', 'outcome', 'group', [
      { en: 'Outcome', de: 'Ergebnis' },
      { en: 'How a run ended', de: 'Wie ein Lauf ausgegangen ist' },
    ]),
    role('connection', 'connection', 'group', [
      { en: 'Connection', de: 'Verbindung' },
      { en: 'What was synced', de: 'Was synchronisiert wurde' },
    ]),
    role('duration', 'duration_seconds', 'number', [
      { en: 'Duration', de: 'Dauer' },
      {
        en: 'Seconds from start to end, with all attempts',
        de: 'Sekunden vom Start bis zum Ende, mit allen Versuchen',
      },
    ]),
    role('loaded', 'rows_loaded', 'number', [
      { en: 'Rows loaded', de: 'Geladene Zeilen' },
      {
        en: 'Rows that arrived in complete tables',
        de: 'Zeilen, die in vollständigen Tabellen angekommen sind',
      },
    ]),
    role('rejected', 'rows_rejected', 'number', [
      { en: 'Rows rejected', de: 'Abgewiesene Zeilen' },
      { en: 'Rows that couldn’t be loaded', de: 'Zeilen, die nicht geladen werden konnten' },
    ]),
    role('bytes', 'bytes_written', 'number', [
      { en: 'Bytes written', de: 'Geschriebene Bytes' },
      { en: 'Size of the versions that a run made', de: 'Größe der Versionen, die ein Lauf erstellt hat' },
    ]),
    role('failure', 'failure', 'group', [
      { en: 'Failure', de: 'Fehler' },
      { en: 'Why a run failed, as a code', de: 'Warum ein Lauf fehlgeschlagen ist, als Code' },
    ]),
  ],
  filters: [{ role: 'connection', label: { en: 'Connection', de: 'Verbindung' }, pick: 'some' }],
  cards: [
    card({
      id: 'runs',
      title: RUNS,
      kind: 'number',
      layout: { x: 0, y: 0, w: 3, h: 3 },
      needs: [],
      query: (_columns, say) => ({ breakouts: [], measures: [{ as: say(RUNS), agg: 'count' }] }),
    }),
    card({
      id: 'succeeded',
      title: { en: 'Share of runs that succeeded', de: 'Anteil erfolgreicher Läufe' },
      kind: 'number',
      layout: { x: 3, y: 0, w: 3, h: 3 },
      needs: ['outcome'],
      query: ({ outcome }, say) => ({ breakouts: [], measures: [succeeded(say(SUCCEEDED), outcome)] }),
    }),
    figure('loaded', { en: 'Rows loaded', de: 'Geladene Zeilen' }, ['sum', 'loaded'], { x: 6, w: 3 }),
    figure('rejected', { en: 'Rows rejected', de: 'Abgewiesene Zeilen' }, ['sum', 'rejected'], {
      x: 9,
      w: 3,
    }),
    card({
      id: 'outcomes',
      title: { en: 'Runs per day, by outcome', de: 'Läufe pro Tag nach Ergebnis' },
      kind: 'query',
      mark: 'columns',
      layout: { x: 0, y: 3, w: 12, h: 8 },
      needs: ['ended', 'outcome'],
      query: ({ ended, outcome }, say) => ({
        breakouts: [over(ended, 'day'), { as: outcome, column: outcome }],
        measures: [{ as: say(RUNS), agg: 'count' }],
      }),
    }),
    card({
      id: 'health',
      title: { en: 'Share of runs that succeeded, per day', de: 'Anteil erfolgreicher Läufe pro Tag' },
      kind: 'query',
      mark: 'line',
      layout: { x: 0, y: 11, w: 6, h: 7 },
      needs: ['ended', 'outcome'],
      query: ({ ended, outcome }, say) => ({
        breakouts: [over(ended, 'day')],
        measures: [succeeded(say(SUCCEEDED), outcome)],
      }),
    }),
    card({
      id: 'duration',
      title: {
        en: 'Average duration per day, in seconds',
        de: 'Durchschnittliche Dauer pro Tag, in Sekunden',
      },
      kind: 'query',
      mark: 'line',
      layout: { x: 6, y: 11, w: 6, h: 7 },
      needs: ['ended', 'duration'],
      query: ({ ended, duration }, say) => ({
        breakouts: [over(ended, 'day')],
        measures: [of(say({ en: 'Average duration', de: 'Durchschnittliche Dauer' }), 'avg', duration)],
      }),
    }),
    sumsPerDay('rowsperday', { en: 'Rows loaded per day', de: 'Geladene Zeilen pro Tag' }, 'loaded', 0),
    sumsPerDay('bytesperday', { en: 'Bytes written per day', de: 'Geschriebene Bytes pro Tag' }, 'bytes', 6),
    card({
      id: 'connections',
      title: { en: 'Connections, by runs with failures', de: 'Verbindungen nach Läufen mit Fehlern' },
      kind: 'table',
      layout: { x: 0, y: 25, w: 7, h: 8 },
      needs: ['connection', 'outcome'],
      query: ({ connection, outcome }, say) => ({
        breakouts: [{ as: connection, column: connection }],
        measures: [
          { as: say(FAILING), ...failing(outcome) },
          { as: say(RUNS), agg: 'count' },
          succeeded(say(SUCCEEDED), outcome),
        ],
        sort: [
          { by: say(FAILING), descending: true },
          { by: say(RUNS), descending: true },
        ],
        limit: 100,
      }),
    }),
    card({
      id: 'failures',
      title: { en: 'Why runs failed', de: 'Warum Läufe fehlgeschlagen sind' },
      kind: 'query',
      mark: 'bars',
      layout: { x: 7, y: 25, w: 5, h: 8 },
      needs: ['failure', 'outcome'],
      query: ({ failure, outcome }, say) => ({
        filter: outcomes(outcome, 'failed', 'partially succeeded'),
        breakouts: [{ as: failure, column: failure, top: { n: 12 } }],
        measures: [{ as: say(RUNS), agg: 'count' }],
      }),
    }),
  ],
};
