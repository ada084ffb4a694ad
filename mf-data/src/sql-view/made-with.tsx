import { ownValue } from '@headwater/shared/contract';
import { useQuery } from '@headwater/shared/query';
import { Link } from '@headwater/shared/routing';
import type { Table } from '@headwater/shared/tables';
import { messages } from '../messages.ts';
import { parametersIn } from '../tools/sql-editor/parameters.ts';
import { editPath, sqlViewQueries } from './sql-view.queries.ts';

interface MadeWithProps {
  organizationId: string;
  table: Table | undefined;
  /** Whether to say where these values can be changed, too. */
  canChange?: boolean;
}

/** The values that the parameters of a view's query have, if it has any: its rows are those of no others. */
export function MadeWith({ organizationId, table, canChange }: MadeWithProps) {
  const t = messages.use();
  const isView = table?.selection === 'view';
  const { data: views } = useQuery({ ...sqlViewQueries.list(organizationId), enabled: isView });
  const view = isView ? views?.find(({ id }) => id === table.id) : undefined;
  const names = view ? parametersIn(view.sql) : [];
  if (!view || names.length === 0) return null;
  const values = names.map((name) => {
    const value = ownValue(view.parameters, name) ?? null;
    return value === null ? t('view.null_value', { name }) : t('view.value', { name, value });
  });
  return (
    <span>
      {t('view.made_with', { values: values.join(', ') })}{' '}
      {canChange && view.can.edit && (
        <Link to={editPath(organizationId, view)} target="_blank">
          {t('view.change_values')}
        </Link>
      )}
    </span>
  );
}
