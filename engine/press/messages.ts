import type {
  CardLayout,
  ComputedCard,
  FilterValue,
  Language,
  QueryResult,
} from '@headwater/shared/contract';

/** What is computed, without the statement, which pictures never show. */
export type PressedResult = Omit<QueryResult, 'sql' | 'version'>;

interface Common {
  title: string;
  layout: CardLayout;
}

/** A card that shows what a query has computed. */
export interface PressedFigure extends Common {
  kind: ComputedCard['kind'];
  /** Null for the mark that fits best. */
  mark: string | null;
  /** The first measure, which says what values are. Null for rows as they are. */
  measure: ComputedCard['query']['measures'][number] | null;
  result: PressedResult;
  freshAsOf: string | null;
  /** The last sync failed, or the data is older than its schedule wants it to be. */
  isLate: boolean;
  /** The report's filters that have a value and don't concern this card. */
  unbound: string[];
  /** The values that its saved query was run with. */
  parameters: { name: string; value: string | null }[];
}

/** A card that can't show what it should. */
export interface PressedFault extends Common {
  kind: 'fault';
  fault: 'table_gone' | 'table_empty' | 'damaged' | 'currencies' | 'parameter' | 'unfit' | 'failed';
  table: string;
  /** Whose value doesn't fit. Empty for other faults. */
  filter: string;
}

interface PressedNote extends Common {
  kind: 'text';
  text: string;
}

export type PressedCard = PressedFigure | PressedFault | PressedNote;

/** How numbers, times, and words are written. */
export interface PressStyle {
  language: Language;
  timeZone: string;
}

export interface PressedReport {
  name: string;
  workspace: string;
  /** When the file is made, in ISO 8601. */
  madeAt: string;
  freshAsOf: string | null;
  isLate: boolean;
  filters: { label: string; value: FilterValue | null }[];
  cards: PressedCard[];
}

export type PressRequest =
  | { kind: 'png'; style: PressStyle; card: PressedCard; scale: number }
  | { kind: 'pdf'; style: PressStyle; report: PressedReport };

export type ToPressProcess = { id: number; request: PressRequest };
export type FromPressProcess =
  { type: 'pressed'; id: number; bytes: Uint8Array } | { type: 'failed'; id: number; message: string };
