import { api } from '@headwater/shared/api';
import { paths } from '@headwater/shared/routing';
import type { Session } from '@headwater/shared/session';

interface Report {
  id: string;
  favorite: boolean;
}

/** Returns the path of the report that a new demo opens with: the favorite one. Null if there is none. */
export async function sampleReport({
  organizations,
}: Pick<Session, 'organizations'>): Promise<string | null> {
  const organizationId = organizations[0]?.organizationId;
  if (!organizationId) return null;
  const found = await api.list<Report>(`organizations/${organizationId}/reports`).catch(() => null);
  const reports = found?.items ?? [];
  const report = reports.find(({ favorite }) => favorite) ?? reports[0];
  return report ? paths.report(organizationId, report.id) : null;
}
