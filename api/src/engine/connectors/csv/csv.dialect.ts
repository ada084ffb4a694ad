import type { DateOrder } from './csv.dates.ts';
import type { TextEncoding } from './csv.encoding.ts';
import type { DecimalMark } from './csv.numbers.ts';
import type { Quote } from './csv.row.ts';

/** What people said of their files; what they left out is detected for each file. */
export interface DialectChoices {
  encoding?: TextEncoding;
  delimiter?: string;
  quote?: Quote;
  header?: 'present' | 'absent';
  decimalMark?: 'point' | 'comma';
  dateOrder?: DateOrder;
  nullWords?: string[];
}

/** How a file is read. */
export interface Dialect {
  encoding: TextEncoding;
  delimiter: string;
  quote: Quote;
  /** Rows before the header, or before the first row where there is none: a title, `sep=;`. */
  preamble: number;
  hasHeader: boolean;
  /** Undefined where nothing in the file depends on it. */
  decimalMark: DecimalMark | undefined;
  dateOrder: DateOrder | undefined;
}

export const DECIMAL_MARKS = { point: '.', comma: ',' } as const;
