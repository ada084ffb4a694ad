import { ownValue } from '@headwater/shared/contract/plain';
import type {
  Aggregate,
  FilterValue,
  Language,
  ParameterValues,
  QueryResult,
  TimeRange,
  TimeUnit,
} from '@headwater/shared/contract';
import type {
  ChartPhrases,
  ColumnPhrases,
  ComparisonMessage,
  SayComparison,
  Summary,
} from '@headwater/shared/charts';
import type { PressedFault } from './messages.ts';

/** What files say, as the screen says it. */
export interface Words extends ChartPhrases, ColumnPhrases {
  rowCount(count: string, exactly: number): string;
  untitled: string;
  all: string;
  none: string;
  summary(summary: Summary): string;
  /** Which periods aren't complete. */
  incomplete(periods: string): string;
  comparison: SayComparison;
  /** What a result doesn't show, with the number of rows as it's written. */
  note(note: QueryResult['notes'][number], count: string): string;
  later(time: string): string;
  cut(shown: string, of: string): string;
  firstOf(shown: string, of: string): string;
  /** Which columns a narrow table leaves out: all of them, or the first. */
  moreColumns(names: string, count: number, isCut: boolean): string;
  asOf(time: string): string;
  late: string;
  noData: string;
  notFiltered(filter: string): string;
  /** With which values a saved query was run. */
  madeWith(values: ParameterValues): string;
  fault: Readonly<Record<PressedFault['fault'], (card: Pick<PressedFault, 'table' | 'filter'>) => string>>;
  operator: Readonly<Record<FilterValue['operator'], string>>;
  andMore(named: string, more: number): string;
  timeRange(range: TimeRange): string;
  made(time: string, zone: string): string;
  page(number: number, of: number): string;
}

/** Returns what writes messages with values in their places. */
const saying =
  (messages: Readonly<Record<ComparisonMessage, string>>): SayComparison =>
  (message, values) =>
    messages[message].replaceAll(/\{([a-z]+)\}/g, (_, name: string) => ownValue(values, name) ?? '');

const EN_COMPARISON: Readonly<Record<ComparisonMessage, string>> = {
  up: 'Up {amount}',
  up_percent: 'Up {amount} ({percent})',
  down: 'Down {amount}',
  down_percent: 'Down {amount} ({percent})',
  same: 'No change',
  points: '{amount} percentage points',
  previous: 'Previous period: {value} ({period})',
  year_ago: 'A year ago: {value} ({period})',
  none_previous: 'No data in the previous period ({period}), so there is nothing to compare.',
  none_year_ago: 'No data a year ago ({period}), so there is nothing to compare.',
  no_percent: 'No percentage, because the earlier value is {value}.',
  part: 'Compared up to {day}, because this period isn’t over.',
  part_until: 'Compared up to {day}, {time}, because this period isn’t over.',
  no_range: 'Not compared: filter by a time range like the last 30 days.',
  several_ranges: 'Not compared: leave only one time range in the filters.',
  not_one_number: 'Not compared: this isn’t a single number.',
  not_over_time:
    'Not compared: group by periods of time, like days or months, and not by anything else that is a time.',
  other_time: 'Not compared: the time range is about another column than the periods.',
  other_zone: 'Not compared: the time range is in another time zone than the periods.',
  too_many_periods: 'Not compared: there are too many periods. Choose longer ones or a shorter time range.',
  not_drawn: 'Only lines, areas, and columns show the earlier period. As a table, it’s there.',
  current_period: 'This period ({period})',
  previous_period: 'Previous period ({period})',
  year_ago_period: 'A year ago ({period})',
  previous_from: 'Compared with',
  year_ago_from: 'Compared with',
  previous_value: 'Before: {measure}',
  year_ago_value: 'A year ago: {measure}',
  change: 'Change: {measure}',
  change_points: 'Change in points: {measure}',
};

const EN_MEASURED: Readonly<Record<Aggregate['agg'], (column: string) => string>> = {
  count: (column) => `Count of ${column}`,
  sum: (column) => `Sum of ${column}`,
  avg: (column) => `Average ${column}`,
  min: (column) => `Minimum of ${column}`,
  max: (column) => `Maximum of ${column}`,
  distinct: (column) => `Different values of ${column}`,
  median: (column) => `Median of ${column}`,
};

const EN: Words = {
  rowCount: (count, exactly) => `${count} ${exactly === 1 ? 'row' : 'rows'}`,
  untitled: 'Untitled card',
  all: 'all',
  none: 'No rows to show',
  other: 'Other',
  noValue: 'No value',
  emptyText: 'Empty text',
  weekOf: (day) => `Week of ${day}`,
  range: (from, to) => `${from} to under ${to}`,
  partial: (period) => `${period}, incomplete`,
  incomplete: (periods) => `Incomplete: ${periods}.`,
  aggregate: ({ agg, column }) => (column === null ? 'Number of rows' : EN_MEASURED[agg](column)),
  summary: ({ message, values }) => {
    switch (message) {
      case 'none':
        return 'There are no values.';
      case 'mixed':
        return 'Amounts of several currencies, which can’t be compared.';
      case 'one':
        return `${values.at}: ${values.value}.`;
      case 'same':
        return `All are the same: ${values.value}.`;
      case 'order':
        return `Highest: ${values.mostValue} (${values.most}). Lowest: ${values.leastValue} (${values.least}).`;
      case 'share':
        return values.tied === 1
          ? `${values.most} has the most: ${values.mostValue}, ${values.percent} of all.`
          : `${values.most} have the most: ${values.mostValue} each, ${values.percent} of all each.`;
      case 'most':
        return values.tied === 1
          ? `${values.most} has the most: ${values.mostValue}.`
          : `${values.most} have the most: ${values.mostValue} each.`;
    }
  },
  comparison: saying(EN_COMPARISON),
  note: ({ code, column, rows }, count) => {
    const [has, counts] = rows === 1 ? ['row has', 'doesn’t count'] : ['rows have', 'don’t count'];
    switch (code) {
      case 'without_moment':
        return `${count} ${has} no value in ${column} and can’t be shown.`;
      case 'without_value':
        return `${count} ${has} no value in ${column} and ${counts}.`;
      case 'after_last_read':
        return `${count} ${has} a date in ${column} after the last read and ${counts}.`;
      case 'not_finite':
        return `${count} ${rows === 1 ? 'value' : 'values'} of ${column} ${rows === 1 ? 'is' : 'are'} infinite or not a number, and not counted.`;
    }
  },
  later: (time) => `No data after ${time}, when the table was last read.`,
  cut: (shown, of) => `Shows ${shown} of ${of} results.`,
  moreColumns: (names, count, isCut) =>
    `${count} more ${count === 1 ? 'column is' : 'columns are'} in the report: ${names}${isCut ? ', …' : '.'}`,
  firstOf: (shown, of) => `The first ${shown} of ${of}.`,
  asOf: (time) => `Data as of ${time}`,
  late: 'older than it should be',
  noData: 'No data yet',
  notFiltered: (filter) => `Not filtered by ${filter}.`,
  madeWith: (values) =>
    `With ${values.map(({ name, value }) => `${name} = ${value === null ? 'NULL' : `“${value}”`}`).join(', ')}.`,
  fault: {
    table_gone: ({ table }) => `The table ${table} is gone.`,
    table_empty: ({ table }) => `The table ${table} has no data yet.`,
    damaged: ({ table }) => `The file with the data of ${table} is damaged.`,
    currencies: () => 'These amounts are in several currencies, which can’t be added up.',
    parameter: ({ filter }) =>
      filter === ''
        ? 'A value doesn’t fit the query of this card. Open the report to see why.'
        : `This card needs another value of the filter ${filter}.`,
    unfit: () => 'This card can’t be computed anymore. Open the report to see why.',
    failed: () => 'This card couldn’t be computed. Try again later.',
  },
  operator: {
    equals: 'is',
    not_equals: 'is not',
    less: 'is less than',
    less_or_equal: 'is at most',
    greater: 'is greater than',
    greater_or_equal: 'is at least',
    one_of: 'is any of',
    none_of: 'is none of',
    contains: 'contains',
    not_contains: 'doesn’t contain',
    starts_with: 'starts with',
    ends_with: 'ends with',
    in_range: 'is in',
    is_null: 'is NULL',
    is_not_null: 'isn’t NULL',
  },
  andMore: (named, more) => `${named} and ${more} more`,
  timeRange: (range) => {
    const current = (unit: TimeUnit) => (unit === 'day' ? 'today' : `this ${unit}`);
    if ('this' in range) return current(range.this);
    const { last, unit } = range;
    const before = last > 1 ? `the last ${last} ${unit}s` : unit === 'day' ? 'yesterday' : `last ${unit}`;
    return range.current === 'with' ? `${before} and ${current(unit)}` : before;
  },
  made: (time, zone) => `Made ${time} (${zone})`,
  page: (number, of) => `Page ${number} of ${of}`,
};

const DE_COMPARISON: Readonly<Record<ComparisonMessage, string>> = {
  up: '{amount} mehr',
  up_percent: '{amount} mehr ({percent})',
  down: '{amount} weniger',
  down_percent: '{amount} weniger ({percent})',
  same: 'Unverändert',
  points: '{amount} Prozentpunkte',
  previous: 'Voriger Zeitraum: {value} ({period})',
  year_ago: 'Vor einem Jahr: {value} ({period})',
  none_previous: 'Im vorigen Zeitraum ({period}) gibt es keine Daten, daher kein Vergleich.',
  none_year_ago: 'Vor einem Jahr ({period}) gibt es keine Daten, daher kein Vergleich.',
  no_percent: 'Kein Prozentwert, weil der frühere Wert {value} ist.',
  part: 'Verglichen bis {day}, weil dieser Zeitraum noch läuft.',
  part_until: 'Verglichen bis {day}, {time} Uhr, weil dieser Zeitraum noch läuft.',
  no_range: 'Kein Vergleich: Filtern Sie nach einem Zeitraum wie den letzten 30 Tagen.',
  several_ranges: 'Kein Vergleich: Lassen Sie nur einen Zeitraum in den Filtern.',
  not_one_number: 'Kein Vergleich: Das ist keine einzelne Zahl.',
  not_over_time:
    'Kein Vergleich: Gruppieren Sie nach Zeiträumen wie Tagen oder Monaten und nach keiner weiteren Zeit.',
  other_time: 'Kein Vergleich: Der Zeitraum im Filter gehört zu einer anderen Spalte als die Gruppen.',
  other_zone: 'Kein Vergleich: Der Zeitraum im Filter hat eine andere Zeitzone als die Gruppen.',
  too_many_periods:
    'Kein Vergleich: Das sind zu viele Zeiträume. Wählen Sie längere oder einen kürzeren Filter.',
  not_drawn: 'Nur Linien, Flächen und Säulen zeigen den früheren Zeitraum. Als Tabelle ist er da.',
  current_period: 'Dieser Zeitraum ({period})',
  previous_period: 'Voriger Zeitraum ({period})',
  year_ago_period: 'Vor einem Jahr ({period})',
  previous_from: 'Verglichen mit',
  year_ago_from: 'Verglichen mit',
  previous_value: 'Vorher: {measure}',
  year_ago_value: 'Vor einem Jahr: {measure}',
  change: 'Änderung: {measure}',
  change_points: 'Änderung in Punkten: {measure}',
};

const GERMAN_UNITS: Readonly<Record<TimeUnit, { current: string; one: string; many: string }>> = {
  day: { current: 'heute', one: 'gestern', many: 'Tage' },
  week: { current: 'diese Woche', one: 'letzte Woche', many: 'Wochen' },
  month: { current: 'dieser Monat', one: 'letzter Monat', many: 'Monate' },
  quarter: { current: 'dieses Quartal', one: 'letztes Quartal', many: 'Quartale' },
  year: { current: 'dieses Jahr', one: 'letztes Jahr', many: 'Jahre' },
};

const DE_MEASURED: Readonly<Record<Aggregate['agg'], (column: string) => string>> = {
  count: (column) => `Anzahl von ${column}`,
  sum: (column) => `Summe von ${column}`,
  avg: (column) => `Durchschnitt von ${column}`,
  min: (column) => `Minimum von ${column}`,
  max: (column) => `Maximum von ${column}`,
  distinct: (column) => `Verschiedene Werte von ${column}`,
  median: (column) => `Median von ${column}`,
};

const DE: Words = {
  rowCount: (count, exactly) => `${count} ${exactly === 1 ? 'Zeile' : 'Zeilen'}`,
  untitled: 'Karte ohne Titel',
  all: 'alle',
  none: 'Keine Zeilen zum Anzeigen',
  other: 'Andere',
  noValue: 'Kein Wert',
  emptyText: 'Leerer Text',
  weekOf: (day) => `Woche ab ${day}`,
  range: (from, to) => `${from} bis unter ${to}`,
  partial: (period) => `${period}, unvollständig`,
  incomplete: (periods) => `Unvollständig: ${periods}.`,
  aggregate: ({ agg, column }) => (column === null ? 'Anzahl der Zeilen' : DE_MEASURED[agg](column)),
  summary: ({ message, values }) => {
    switch (message) {
      case 'none':
        return 'Es gibt keine Werte.';
      case 'mixed':
        return 'Beträge in mehreren Währungen, die sich nicht vergleichen lassen.';
      case 'one':
        return `${values.at}: ${values.value}.`;
      case 'same':
        return `Alle sind gleich: ${values.value}.`;
      case 'order':
        return `Höchster Wert: ${values.mostValue} (${values.most}). Niedrigster Wert: ${values.leastValue} (${values.least}).`;
      case 'share':
        return values.tied === 1
          ? `${values.most} hat am meisten: ${values.mostValue}, ${values.percent} von allem.`
          : `${values.most} haben am meisten: je ${values.mostValue}, je ${values.percent} von allem.`;
      case 'most':
        return values.tied === 1
          ? `${values.most} hat am meisten: ${values.mostValue}.`
          : `${values.most} haben am meisten: je ${values.mostValue}.`;
    }
  },
  comparison: saying(DE_COMPARISON),
  note: ({ code, column, rows }, count) => {
    const [has, can, counts] =
      rows === 1 ? ['Zeile hat', 'kann', 'zählt'] : ['Zeilen haben', 'können', 'zählen'];
    switch (code) {
      case 'without_moment':
        return `${count} ${has} keinen Wert in ${column} und ${can} nicht gezeigt werden.`;
      case 'without_value':
        return `${count} ${has} keinen Wert in ${column} und ${counts} nicht.`;
      case 'after_last_read':
        return `${count} ${has} in ${column} ein Datum nach dem letzten Lesen und ${counts} nicht.`;
      case 'not_finite':
        return `${count} ${rows === 1 ? 'Wert' : 'Werte'} von ${column} ${rows === 1 ? 'ist' : 'sind'} unendlich oder keine Zahl und ${rows === 1 ? 'wird' : 'werden'} nicht mitgezählt.`;
    }
  },
  later: (time) => `Keine Daten nach ${time}: Da wurde die Tabelle zuletzt gelesen.`,
  cut: (shown, of) => `Zeigt ${shown} von ${of} Ergebnissen.`,
  moreColumns: (names, count, isCut) =>
    `${count} weitere ${count === 1 ? 'Spalte steht' : 'Spalten stehen'} im Bericht: ${names}${isCut ? ', …' : '.'}`,
  firstOf: (shown, of) => `Die ersten ${shown} von ${of}.`,
  asOf: (time) => `Datenstand ${time}`,
  late: 'älter als vorgesehen',
  noData: 'Noch keine Daten',
  notFiltered: (filter) => `Nicht nach ${filter} gefiltert.`,
  madeWith: (values) =>
    `Mit ${values.map(({ name, value }) => `${name} = ${value === null ? 'NULL' : `„${value}“`}`).join(', ')}.`,
  fault: {
    table_gone: ({ table }) => `Die Tabelle ${table} gibt es nicht mehr.`,
    table_empty: ({ table }) => `Die Tabelle ${table} hat noch keine Daten.`,
    damaged: ({ table }) => `Die Datei mit den Daten von ${table} ist beschädigt.`,
    currencies: () => 'Diese Beträge sind in mehreren Währungen, die sich nicht addieren lassen.',
    parameter: ({ filter }) =>
      filter === ''
        ? 'Ein Wert passt nicht zur Abfrage dieser Karte. Im Bericht steht, warum.'
        : `Diese Karte braucht einen anderen Wert des Filters ${filter}.`,
    unfit: () => 'Diese Karte kann nicht mehr berechnet werden. Im Bericht steht, warum.',
    failed: () => 'Diese Karte konnte nicht berechnet werden. Versuchen Sie es später noch einmal.',
  },
  operator: {
    equals: 'ist',
    not_equals: 'ist nicht',
    less: 'ist kleiner als',
    less_or_equal: 'ist höchstens',
    greater: 'ist größer als',
    greater_or_equal: 'ist mindestens',
    one_of: 'ist einer von',
    none_of: 'ist keiner von',
    contains: 'enthält',
    not_contains: 'enthält nicht',
    starts_with: 'beginnt mit',
    ends_with: 'endet mit',
    in_range: 'im Zeitraum:',
    is_null: 'ist NULL',
    is_not_null: 'ist nicht NULL',
  },
  andMore: (named, more) => `${named} und ${more === 1 ? 'einem weiteren' : `${more} weiteren`}`,
  timeRange: (range) => {
    if ('this' in range) return GERMAN_UNITS[range.this].current;
    const { one, many, current } = GERMAN_UNITS[range.unit];
    const before = range.last > 1 ? `die letzten ${range.last} ${many}` : one;
    return range.current === 'with' ? `${before} und ${current}` : before;
  },
  made: (time, zone) => `Erstellt am ${time} (${zone})`,
  page: (number, of) => `Seite ${number} von ${of}`,
};

export const wordsIn = (language: Language): Words => (language === 'de' ? DE : EN);
