import { accountQueries, FirstUse, type ServiceAccount } from '@headwater/shared/connecting';
import { useQuery } from '@headwater/shared/query';
import { paths, useParams, useTitle, useVisit } from '@headwater/shared/routing';
import { Divider, Page, QueryBoundary, Skeleton, Stack, toast } from '@headwater/shared/ui';
import { PageHead, RelativeTime, Topbar } from '@headwater/shared/ui/workspace';
import { messages } from '../../messages.ts';
import { AccountForm } from '../account.form.tsx';
import { changeAccount } from '../account.queries.ts';
import { useScopeText } from '../scope/scope-text.ts';
import { forgetToken, handToken, useShownToken } from '../shown-token.ts';
import { AccountStatus } from '../status-mark.tsx';
import { AccountActions } from './account-actions.tsx';
import { MissingData } from './missing-data.tsx';
import { NewToken } from './new-token.tsx';
import { Snippets } from './snippets.tsx';
import { AccountUsage } from './usage.tsx';
import { TokenTable } from './token-table.tsx';

/** A service account: its tokens, how they are used, and what it sees. */
export function ServiceAccountPage() {
  const t = messages.use();
  const { organizationId = '', serviceAccountId = '' } = useParams();
  const account = useQuery(accountQueries.one(organizationId, serviceAccountId));
  const list = paths.serviceAccounts(organizationId);
  const name = account.data?.name ?? t('accounts.one');
  useTitle(name);
  useVisit(paths.serviceAccount(organizationId, serviceAccountId), account.data?.name);
  return (
    <>
      <Topbar crumbs={[{ label: t('accounts.area'), to: list }, { label: name }]} />
      <Page>
        <QueryBoundary
          query={account}
          thing={t('accounts.one_thing')}
          missing={t('accounts.missing')}
          loading={<Skeleton width="100%" height={320} />}
        >
          {(found) => <Account key={found.id} account={found} />}
        </QueryBoundary>
      </Page>
    </>
  );
}

function Account({ account }: { account: ServiceAccount }) {
  const t = messages.use();
  const { organizationId = '' } = useParams();
  const scopeText = useScopeText();
  const shown = useShownToken(account.id, paths.serviceAccount(organizationId, account.id));
  const { name, description, scope, rights, networks, limits, createdAt, createdBy, can } = account;
  const meta = (
    <>
      {description && <span>{description}</span>}
      <span>{scopeText(scope)}</span>
      <span>{rights.map((right) => t(`accounts.right.${right}`)).join(', ')}</span>
      <span>
        {t.rich('accounts.created', { name: createdBy, when: () => <RelativeTime iso={createdAt} /> })}
      </span>
    </>
  );
  return (
    <>
      <PageHead
        title={name}
        badge={<AccountStatus account={account} pill />}
        meta={meta}
        actions={can.edit && <AccountActions account={account} />}
      />
      {shown && <NewToken token={shown} onDone={forgetToken} />}
      <MissingData account={account} />
      <FirstUse account={account} />
      <TokenTable account={account} onShown={handToken} />
      <AccountUsage account={account} />
      <Snippets account={account} />
      {can.edit && (
        <>
          <Divider />
          <Stack gap={3}>
            <h2>{t('accounts.edit')}</h2>
            <AccountForm
              // What someone else has changed replaces the form.
              key={account.version}
              initial={{ name, description, scope, rights, networks, limits }}
              submit={t('accounts.save')}
              pending={t('accounts.saving')}
              onSubmit={async ({ days: _days, ...values }) => {
                await changeAccount(organizationId, account, values);
                toast.success(t('accounts.saved'));
              }}
            />
          </Stack>
        </>
      )}
    </>
  );
}
