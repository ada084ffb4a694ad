import { ownValue, parametersIn } from '@headwater/shared/contract';
import type { Draft, DraftBase } from '../draft.ts';
import type { Saved } from '@headwater/shared/figures';

/** Returns the values of a query's parameters as they are sent: an empty field is no value. */
export const valuesOf = ({ sql, parameters }: Pick<Draft, 'sql' | 'parameters'>) =>
  Object.fromEntries(parametersIn(sql).map((name) => [name, ownValue(parameters, name) || null]));

/** Returns what stays of a saved query beside the text that is changed: with it, changes are noticed. */
export const baseOf = ({ id, version, name, sql, parameters }: Saved): DraftBase => ({
  id,
  version,
  name,
  sql,
  parameters,
});

/** Returns a saved query as someone begins to work on it. */
export const draftOf = (saved: Saved): Pick<Draft, 'sql' | 'parameters' | 'base'> => ({
  sql: saved.sql,
  parameters: Object.fromEntries(
    Object.entries(saved.parameters).map(([name, value]) => [name, value ?? '']),
  ),
  base: baseOf(saved),
});

/** Whether something has been written since the query was opened or saved. */
export function isChanged(draft: Draft): boolean {
  if (draft.base === null || draft.sql !== draft.base.sql) return draft.sql.trim() !== '';
  const { parameters } = draft.base;
  return Object.entries(valuesOf(draft)).some(
    ([name, value]) => value !== (ownValue(parameters, name) ?? null),
  );
}
