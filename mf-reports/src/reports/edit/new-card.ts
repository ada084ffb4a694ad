import {
  CARD_TITLE_MAX,
  isComputed,
  type CardLayout,
  type ReportCard,
  type ReportContent,
} from '@headwater/shared/contract';
import type { Table } from '@headwater/shared/tables';
import { withCard, type NewCard } from '@headwater/shared/figures';
import { startingWith } from './card-panel.tsx';

/** What a new card shows. Without a table, it's one that another card has. */
export interface CardWish {
  kind: ReportCard['kind'];
  table?: Table;
  title?: string;
  /** Whether a table card shows the rows as they are. */
  asRows?: boolean;
}

/** Returns a report with a card more, which is the last one: at that place, or else at the end. */
export type Addition = (content: ReportContent, place?: CardLayout) => ReportContent;

/** What a card can be made of. */
export type OfferedCard = {
  name: string;
  /** How large the card is. */
  size: Pick<CardLayout, 'w' | 'h'>;
} & ({ add: Addition } | { prepare: Preparation });

/** Finds out what adds a card. Rejects with why it can't be added. */
export type Preparation = (signal: AbortSignal) => Promise<Addition>;

/** Returns what adds a new card. */
export const additionOf =
  (wish: CardWish, tables: ReadonlyMap<string, Table>, zone: string): Addition =>
  (content, place) =>
    withCard(content, ...newCard(wish, content, tables, zone), place);

/** Returns a new card and its table's columns. Without a table, it can only be a text. */
function newCard(
  { kind, table: wanted, title = '', asRows }: CardWish,
  { cards }: ReportContent,
  tables: ReadonlyMap<string, Table>,
  zone: string,
): [NewCard, readonly string[]] {
  const last = cards.findLast(isComputed);
  const known = last ? tables.get(last.table.id) : undefined;
  const table =
    wanted ?? (known?.version != null ? known : [...tables.values()].find(({ version }) => version !== null));
  if (kind === 'text' || !table) return [{ kind: 'text', title: '', text: '' }, []];
  const card = {
    title: title.slice(0, CARD_TITLE_MAX),
    ...startingWith(table, kind, zone, asRows),
  } as NewCard;
  return [card, table.columns.map(({ name }) => name)];
}
