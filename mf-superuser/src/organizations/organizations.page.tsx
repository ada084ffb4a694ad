import { paths } from '@headwater/shared/routing';
import { Button } from '@headwater/shared/ui';
import { EmptyState } from '@headwater/shared/ui/workspace';
import { SuperuserList } from '../list/superuser-list.tsx';
import { messages } from '../messages.ts';
import { organizationsQuery } from '../superuser.queries.ts';
import { useOrganizationColumns } from './organization-columns.tsx';

export function OrganizationsPage() {
  const t = messages.use();
  const create = (
    <Button variant="primary" to={paths.createWorkspace()}>
      {t('organizations.create')}
    </Button>
  );
  return (
    <SuperuserList
      title={t('organizations.title')}
      lead={t('organizations.lead')}
      searchLabel={t('organizations.search')}
      label={t('organizations.caption')}
      columns={useOrganizationColumns()}
      list={organizationsQuery}
      count={(count) => t('organizations.count', { count })}
      empty={<EmptyState title={t('organizations.empty')} action={create} />}
      failed={t('organizations.failed')}
    />
  );
}
