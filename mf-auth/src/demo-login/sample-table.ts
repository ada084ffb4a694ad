import { api } from '@headwater/shared/api';
import { paths } from '@headwater/shared/routing';
import type { Session } from '@headwater/shared/session';

/** The one that says most about the shop. */
const WANTED = 'orders';

interface Table {
  tableName: string;
  sourceConnectionId: string;
}

/** The page of a table in a new demo, so that it opens on rows; null where the way there isn't known. */
export async function sampleTable({ organizations }: Pick<Session, 'organizations'>): Promise<string | null> {
  const organizationId = organizations[0]?.organizationId;
  if (!organizationId) return null;
  const tables = await api.every<Table>(`organizations/${organizationId}/tables`).catch((): Table[] => []);
  const table = tables.find(({ tableName }) => tableName === WANTED) ?? tables[0];
  return table ? paths.table(organizationId, table.sourceConnectionId, table.tableName) : null;
}
