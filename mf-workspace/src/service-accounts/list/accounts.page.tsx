import { accountQueries } from '@headwater/shared/connecting';
import { useQuery } from '@headwater/shared/query';
import { paths, useParams, useTitle } from '@headwater/shared/routing';
import { useMay } from '@headwater/shared/session';
import { Button, Page, QueryBoundary, Skeleton } from '@headwater/shared/ui';
import { IconKey, IconPlus } from '@headwater/shared/ui/icons';
import { EmptyState, PageHead } from '@headwater/shared/ui/workspace';
import { messages } from '../../messages.ts';
import { AccountList } from './account-list.tsx';

/** All service accounts of the workspace. */
export function ServiceAccountsPage() {
  const t = messages.use();
  const { organizationId = '' } = useParams();
  const accounts = useQuery(accountQueries.list(organizationId));
  const create = useMay('service_accounts:edit') && (
    <Button variant="primary" icon={<IconPlus />} to={paths.newServiceAccount(organizationId)}>
      {t('accounts.create')}
    </Button>
  );
  const isEmpty = accounts.data?.length === 0;
  useTitle(t('accounts.area'));
  return (
    <Page>
      <PageHead
        title={t('accounts.area')}
        meta={<span>{t('accounts.lead')}</span>}
        actions={!isEmpty && create}
      />
      <QueryBoundary
        query={accounts}
        thing={t('accounts.thing')}
        loading={<Skeleton width="100%" height={240} />}
      >
        {(all) =>
          all.length === 0 ? (
            <EmptyState icon={<IconKey size={20} />} title={t('accounts.empty')} action={create}>
              {t('accounts.empty_text')}
            </EmptyState>
          ) : (
            <AccountList accounts={all} />
          )
        }
      </QueryBoundary>
    </Page>
  );
}
