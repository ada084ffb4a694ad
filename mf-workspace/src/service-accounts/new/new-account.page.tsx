import { ACCOUNT_REQUESTS_MAX, ACCOUNT_SECONDS_MAX, TOKEN_DAYS_DEFAULT } from '@headwater/shared/contract';
import { paths, useNavigate, useParams, useTitle } from '@headwater/shared/routing';
import { useMay, useRefusal } from '@headwater/shared/session';
import { Page } from '@headwater/shared/ui';
import { IconKey } from '@headwater/shared/ui/icons';
import { EmptyState, PageHead, Topbar } from '@headwater/shared/ui/workspace';
import { messages } from '../../messages.ts';
import { AccountForm } from '../account.form.tsx';
import { createAccount, type AccountValues } from '../account.queries.ts';
import { handToken } from '../shown-token.ts';

const EMPTY: AccountValues = {
  name: '',
  description: '',
  scope: [],
  rights: ['data:read'],
  networks: [],
  limits: { requests: ACCOUNT_REQUESTS_MAX, seconds: ACCOUNT_SECONDS_MAX },
};

/** Creates a service account with its first token, and leads to the page that shows it. */
export function NewServiceAccountPage() {
  const t = messages.use();
  const { organizationId = '' } = useParams();
  const navigate = useNavigate();
  const mayEdit = useMay('service_accounts:edit');
  const refusal = useRefusal();
  const list = paths.serviceAccounts(organizationId);
  useTitle(t('accounts.create'));
  return (
    <>
      <Topbar crumbs={[{ label: t('accounts.area'), to: list }, { label: t('accounts.create') }]} />
      <Page>
        <PageHead title={t('accounts.create')} meta={mayEdit && t('accounts.create_note')} />
        {!mayEdit && (
          <EmptyState icon={<IconKey size={20} />} title={t('accounts.admins_only')}>
            {refusal(t('accounts.admins_only_text'))}
          </EmptyState>
        )}
        {mayEdit && (
          <AccountForm
            initial={EMPTY}
            withDays={TOKEN_DAYS_DEFAULT}
            submit={t('accounts.create_submit')}
            pending={t('accounts.creating')}
            note={t('accounts.shown_next')}
            cancel={list}
            onSubmit={async (values) => {
              const token = await createAccount(organizationId, values);
              handToken(token);
              await navigate(paths.serviceAccount(organizationId, token.serviceAccountId));
            }}
          />
        )}
      </Page>
    </>
  );
}
