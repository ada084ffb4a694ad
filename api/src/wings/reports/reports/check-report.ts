import {
  faultsOfReport,
  isColumnBinding,
  isComputed,
  parametersIn,
  type ComputedCard,
  type FilterBinding,
  type ReportContent,
  type ReportFilter,
} from '@headwater/shared/contract';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { Refusal, type Fault } from '@headwater/base/refusals/refusal';
import { findViewQuery } from '../../queries/sql-views/index.ts';
import { findCurrentVersion, listTableNames, requireComputable } from '../../tables/tables/index.ts';

/** Where the content is in a request. */
const POINTER = '/data/attributes/content';

/**
 * Throws everything that is wrong with a report's new content. Cards that compute what they have computed in the former
 * content stay as they are, even if their table or a column of it is gone by now: whoever edits the rest of the report
 * must be able to save it.
 */
export async function checkReport(
  db: WorkspaceDb,
  content: ReportContent,
  former: ReportContent | null,
): Promise<void> {
  const faults: Fault[] = faultsOfReport(content).map((fault) => ({
    ...fault,
    pointer: POINTER + fault.pointer,
  }));
  const before = new Set(former?.cards.filter(isComputed).map(meaningOf));
  for (const [at, card] of content.cards.entries())
    if (isComputed(card) && !before.has(meaningOf(card)))
      faults.push(...(await faultsOfCard(db, card, `${POINTER}/cards/${at}`)));
  faults.push(...(await faultsOfParameters(db, content, former)));
  const [first, ...others] = faults;
  if (first) throw new Refusal([first, ...others]);
}

/** Returns which filters are newly bound to parameters that no query of their card has. */
async function faultsOfParameters(
  db: WorkspaceDb,
  { cards, filters }: ReportContent,
  former: ReportContent | null,
): Promise<Fault[]> {
  const boundOf = ({ id }: ReportFilter, one: FilterBinding) => JSON.stringify([id, one]);
  const before = new Set(former?.filters.flatMap((filter) => filter.bind.map((one) => boundOf(filter, one))));
  const faults: Fault[] = [];
  for (const [at, filter] of filters.entries())
    for (const [index, one] of filter.bind.entries()) {
      if (isColumnBinding(one) || before.has(boundOf(filter, one))) continue;
      const card = cards.filter(isComputed).find(({ id }) => id === one.card);
      const view = card && (await findViewQuery(db, card.table.id));
      if (card && !(view && parametersIn(view.sql).includes(one.parameter)))
        faults.push({
          ...{ code: 'report_parameter_unknown', values: { name: `$${one.parameter}` } },
          pointer: `${POINTER}/filters/${at}/bind/${index}/parameter`,
        });
    }
  return faults;
}

const meaningOf = ({ table, query }: ComputedCard) => JSON.stringify([table.id, query]);

async function faultsOfCard(
  db: WorkspaceDb,
  { table, query }: ComputedCard,
  pointer: string,
): Promise<readonly Fault[]> {
  if ((await listTableNames(db, [table.id])).length === 0)
    return [{ code: 'report_table_unknown', pointer: `${pointer}/table/id`, values: { table: table.name } }];
  const current = await findCurrentVersion(db, table.id);
  if (!current) return [{ code: 'table_not_synced', pointer: `${pointer}/table/id` }];
  try {
    requireComputable(query, current.columns, `${pointer}/query`);
    return [];
  } catch (error) {
    if (error instanceof Refusal) return error.faults;
    throw error;
  }
}
