import { EmptyState } from '@headwater/shared/ui/workspace';
import { SuperuserList } from '../list/superuser-list.tsx';
import { messages } from '../messages.ts';
import { usersQuery } from '../superuser.queries.ts';
import { useUserColumns } from './user-columns.tsx';

export function UsersPage() {
  const t = messages.use();
  return (
    <SuperuserList
      title={t('users.title')}
      lead={t('users.lead')}
      searchLabel={t('users.search')}
      label={t('users.caption')}
      columns={useUserColumns()}
      list={usersQuery}
      count={(count) => t('users.count', { count })}
      empty={<EmptyState title={t('users.empty')} />}
      failed={t('users.failed')}
    />
  );
}
