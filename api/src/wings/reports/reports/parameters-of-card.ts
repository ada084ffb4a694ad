import {
  cardParameters,
  type ComputedCard,
  type ParameterValues,
  type ReportChoices,
} from '@headwater/shared/contract';
import type { Workspace } from '../../../http/define-route.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { findViewQuery } from '../../queries/sql-views/index.ts';

interface Parameters {
  /** Of all parameters of its query. */
  values: ParameterValues;
  /** Those that filters have chosen. Null for the rows that its table has. */
  chosen: Readonly<Record<string, string | null>> | null;
}

/** Returns what a card's saved query is run with. Throws what is wrong with what filters have chosen. */
export async function parametersOfCard(
  workspace: Workspace,
  card: ComputedCard,
  { filters, valueOf }: Pick<ReportChoices, 'filters' | 'valueOf'>,
): Promise<Parameters> {
  const view = await workspace.transaction((db) => findViewQuery(db, card.table.id));
  if (!view) return { values: [], chosen: null };
  const { fault, ...parameters } = cardParameters(card, filters, valueOf, view);
  if (fault) throw new Refusal(fault.code, { values: { ...fault.values } });
  return parameters;
}
