import { api } from '@headwater/shared/api';
import { paths } from '@headwater/shared/routing';
import type { Session } from '@headwater/shared/session';

/** The table that shows most about the sample shop. */
const PREFERRED = 'orders';

interface Table {
  tableName: string;
  sourceConnectionId: string;
}

/** Returns the path of a table's page in a new demo, so that the demo opens with rows; null if no table is found. */
export async function sampleTable({ organizations }: Pick<Session, 'organizations'>): Promise<string | null> {
  const organizationId = organizations[0]?.organizationId;
  if (!organizationId) return null;
  const tables = await api.every<Table>(`organizations/${organizationId}/tables`).catch((): Table[] => []);
  const table = tables.find(({ tableName }) => tableName === PREFERRED) ?? tables[0];
  return table ? paths.table(organizationId, table.sourceConnectionId, table.tableName) : null;
}
