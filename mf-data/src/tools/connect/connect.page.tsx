import { accountQueries } from '@headwater/shared/connecting';
import { useQuery } from '@headwater/shared/query';
import { paths, useParams, useTitle } from '@headwater/shared/routing';
import { useMay } from '@headwater/shared/session';
import { Button, Page, QueryBoundary, Skeleton } from '@headwater/shared/ui';
import { IconKey, IconPlus } from '@headwater/shared/ui/icons';
import { EmptyState, PageHead, Topbar } from '@headwater/shared/ui/workspace';
import { tableQueries } from '@headwater/shared/tables';
import { messages } from '../../messages.ts';
import { Connect } from './connect.tsx';

/** How other programs read the workspace: a service account, a client, and a table, and what to run. */
export function ConnectPage() {
  const t = messages.use();
  const { organizationId = '' } = useParams();
  const name = t('tools.connect.name');
  const create = useMay('service_accounts:edit') && (
    <Button icon={<IconPlus />} to={paths.newServiceAccount(organizationId)}>
      {t('connect.new_account')}
    </Button>
  );
  const accounts = useQuery(accountQueries.list(organizationId));
  const tables = useQuery(tableQueries.all(organizationId));
  useTitle(name);
  const loading = <Skeleton width="100%" height={320} />;
  return (
    <>
      <Topbar crumbs={[{ label: t('tools.area'), to: paths.dataTools(organizationId) }, { label: name }]} />
      <Page>
        <PageHead
          title={name}
          meta={<span>{t('tools.connect.text')}</span>}
          actions={accounts.data?.length !== 0 && create}
        />
        <QueryBoundary query={accounts} thing={t('connect.accounts')} loading={loading}>
          {(all) => (
            <QueryBoundary query={tables} thing={t('list.thing')} loading={loading}>
              {(known) =>
                all.length === 0 ? (
                  <NoAccount organizationId={organizationId} />
                ) : (
                  <Connect
                    key={organizationId}
                    organizationId={organizationId}
                    accounts={all}
                    tables={known}
                  />
                )
              }
            </QueryBoundary>
          )}
        </QueryBoundary>
      </Page>
    </>
  );
}

function NoAccount({ organizationId }: { organizationId: string }) {
  const t = messages.use();
  const mayCreate = useMay('service_accounts:edit');
  return (
    <EmptyState
      icon={<IconKey size={20} />}
      title={t('connect.empty')}
      action={
        mayCreate && (
          <Button variant="primary" icon={<IconPlus />} to={paths.newServiceAccount(organizationId)}>
            {t('connect.new_account')}
          </Button>
        )
      }
    >
      {t('connect.empty_text')} {!mayCreate && t('connect.ask_admin')}
    </EmptyState>
  );
}
