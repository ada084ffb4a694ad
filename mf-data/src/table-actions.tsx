import { useQuery } from '@headwater/shared/query';
import { UnsyncedActions, type Table, type TableAddress } from '@headwater/shared/tables';
import { sourceQuery } from './source.queries.ts';

interface TableActionsProps {
  address: TableAddress;
  table: Table;
  /** After it is deleted. */
  onDeleted?(): void;
}

/** What can be done with a table that runs don't read any more, by those who may edit its connection. */
export function TableActions(props: TableActionsProps) {
  const source = useQuery(sourceQuery(props.address));
  return <UnsyncedActions {...props} canEdit={source.data?.can.edit ?? false} />;
}
