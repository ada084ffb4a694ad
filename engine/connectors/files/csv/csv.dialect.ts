import type { SheetChoice } from '@headwater/shared/contract';
import type { DateOrder } from '@headwater/protocol/date-texts';
import type { TextEncoding } from './csv.encoding.ts';
import type { DecimalMark } from './csv.numbers.ts';
import type { Layout, Quote } from './csv.row.ts';
import type { SplitKinds } from './csv.split-kinds.ts';

/** What the user chose about reading the files. Everything else is detected for each file. */
export interface DialectChoices {
  encoding?: TextEncoding;
  delimiter?: string;
  quote?: Quote;
  /** How a quote within a quoted value is written. */
  escape?: 'doubled' | 'backslash';
  /** What becomes of rows that end before the last column. By default, the rest of their values is NULL. */
  shortRows?: 'filled' | 'rejected';
  header?: 'present' | 'absent';
  decimalMark?: 'point' | 'comma';
  dateOrder?: DateOrder;
  nullWords?: string[];
  /** Patterns of files in an archive that are one table each. By default, names and columns decide. */
  together?: string[];
  /** Of workbooks. */
  sheets?: SheetChoice[];
}

/** How a file is read. */
export interface Dialect extends Layout {
  encoding: TextEncoding;
  /** Number of rows above the header, or above the first row if there is no header: titles, `sep=;`. */
  preamble: number;
  hasHeader: boolean;
  /** Each row begins with its name, which the header doesn't mention, as R writes them. */
  hasRowNames?: boolean;
  /** Missing in what earlier versions of the product discovered, which rejected short rows. */
  shortRows?: 'filled' | 'rejected';
  /** By what rows that were split are told from rows that end early. Missing if none was. */
  splitKinds?: SplitKinds;
  /** Undefined if it was neither chosen nor determined by the values. */
  decimalMark: DecimalMark | undefined;
  dateOrder: DateOrder | undefined;
}

export const DECIMAL_MARKS = { point: '.', comma: ',' } as const;
