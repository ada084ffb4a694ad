import { useQuery } from '@headwater/shared/query';
import { UnsyncedActions, type Table, type TableAddress } from '@headwater/shared/tables';
import { sourceQuery } from './source.queries.ts';

interface TableActionsProps {
  address: TableAddress;
  table: Table;
  /** Called after it is deleted. */
  onDeleted?(): void;
}

/** The actions for a table that is no longer synced, for users who may edit its connection. */
export function TableActions(props: TableActionsProps) {
  const source = useQuery(sourceQuery(props.address));
  return <UnsyncedActions {...props} canEdit={source.data?.can.edit ?? false} />;
}
