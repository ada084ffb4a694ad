import type { DateOrder } from './csv.dates.ts';
import type { TextEncoding } from './csv.encoding.ts';
import type { DecimalMark } from './csv.numbers.ts';
import type { Quote } from './csv.row.ts';

/** What the user chose about reading the files. Everything else is detected for each file. */
export interface DialectChoices {
  encoding?: TextEncoding;
  delimiter?: string;
  quote?: Quote;
  header?: 'present' | 'absent';
  decimalMark?: 'point' | 'comma';
  dateOrder?: DateOrder;
  nullWords?: string[];
  /** Patterns of files in an archive that are one table each. By default, names and columns decide. */
  together?: string[];
}

/** How a file is read. */
export interface Dialect {
  encoding: TextEncoding;
  delimiter: string;
  quote: Quote;
  /** Number of rows above the header, or above the first row if there is no header: titles, `sep=;`. */
  preamble: number;
  hasHeader: boolean;
  /** Undefined if it was neither chosen nor determined by the values. */
  decimalMark: DecimalMark | undefined;
  dateOrder: DateOrder | undefined;
}

export const DECIMAL_MARKS = { point: '.', comma: ',' } as const;
