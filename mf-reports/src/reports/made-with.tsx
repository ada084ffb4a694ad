import { ownValue, parametersIn, type ParameterValues } from '@headwater/shared/contract';
import { Link } from '@headwater/shared/routing';
import type { Table } from '@headwater/shared/tables';
import { messages } from '../messages.ts';
import { editPath } from '@headwater/shared/figures';
import { useView } from './use-view.ts';

interface MadeWithProps {
  organizationId: string;
  table: Table | undefined;
  /** The values, if they aren't those that were saved with the query. */
  values?: ParameterValues | undefined;
  /** Whether to say where these values can be changed, too. */
  canChange?: boolean;
}

/** The values that the parameters of a view's query have, if it has any: its rows are those of no others. */
export function MadeWith({ organizationId, table, values, canChange }: MadeWithProps) {
  const t = messages.use();
  const view = useView(organizationId, table);
  const shown =
    values ??
    (view ? parametersIn(view.sql) : []).map((name) => ({
      name,
      value: (view && ownValue(view.parameters, name)) ?? null,
    }));
  if (!view || shown.length === 0) return null;
  return (
    <span>
      <ValuesSaid values={shown} />{' '}
      {canChange && view.can.edit && (
        <Link to={editPath(organizationId, view)} target="_blank">
          {t('view.change_values')}
        </Link>
      )}
    </span>
  );
}

/** With which values a query was run. */
export function ValuesSaid({ values }: { values: ParameterValues }) {
  const t = messages.use();
  const said = values.map(({ name, value }) =>
    value === null ? t('view.null_value', { name }) : t('view.value', { name, value }),
  );
  return t('view.made_with', { values: said.join(', ') });
}
