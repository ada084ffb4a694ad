import {
  columnsOfQuery,
  isColumnBinding,
  isComputed,
  type ComputedCard,
  type DependentPart,
  type ReportContent,
} from '@headwater/shared/contract';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { indexUses } from '../../ground/dependencies/index.ts';
import { listTableNames } from '../../tables/tables/index.ts';

/**
 * Stores which columns of which tables a report uses, and which of its cards and filters do. Cards that only count rows
 * use their table as a whole.
 */
export async function indexReport(
  db: WorkspaceDb,
  { id, name }: { id: string; name: string },
  content: ReportContent,
): Promise<void> {
  const cards = content.cards.filter(isComputed);
  const used = new Map<string, TableParts>();
  for (const { table } of cards) used.set(table.id, new TableParts());
  for (const card of cards) used.get(card.table.id)!.card(card);
  for (const { label, bind } of content.filters)
    for (const { card: cardId, column } of bind.filter(isColumnBinding)) {
      const card = cards.find((one) => one.id === cardId);
      if (card) used.get(card.table.id)!.add(column, { kind: 'filter', name: label });
    }
  // A template reads one table.
  const [first] = cards;
  for (const { column } of content.template?.columns ?? [])
    used.get(first?.table.id ?? '')?.add(column, { kind: 'template', name: '' });
  const tables = await listTableNames(db, [...used.keys()]);
  await indexUses(
    db,
    { type: 'report', id, name },
    tables.map(({ id: tableId, ...table }) => ({ ...table, ...used.get(tableId)!.use() })),
  );
}

/** Which parts of a report use which columns of a table. */
class TableParts {
  readonly #parts = new Map<string, DependentPart[]>();
  readonly #whole: DependentPart[] = [];

  card({ title, query }: ComputedCard): void {
    const part: DependentPart = { kind: 'card', name: title };
    const columns = columnsOfQuery(query);
    if (columns.length === 0) this.#whole.push(part);
    for (const column of columns) this.add(column, part);
  }

  add(column: string, part: DependentPart): void {
    const known = this.#parts.get(column) ?? [];
    this.#parts.set(column, known);
    if (!known.some(({ kind, name }) => kind === part.kind && name === part.name)) known.push(part);
  }

  use(): { columns: string[]; parts: Map<string, DependentPart[]> } {
    const parts = new Map(this.#whole.length > 0 ? [...this.#parts, ['', this.#whole]] : this.#parts);
    return { columns: [...parts.keys()], parts };
  }
}
