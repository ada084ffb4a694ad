import { useLanguage } from '@headwater/shared/messages';
import { Banner, Note } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import type { Profile } from '../profile.queries.ts';
import { AccountDeletionForm } from './account-deletion.form.tsx';
import { Editable } from './editable.tsx';

/** Shows what is deleted with the account, or what prevents deleting it. */
export function AccountDeletionPart({ profile }: { profile: Profile }) {
  const t = messages.use();
  const list = new Intl.ListFormat(useLanguage());
  const { adminOf, ownWorkspaces, hasPassword } = profile;
  if (adminOf.length > 0)
    return (
      <>
        <Editable title={t('deletion.title')} />
        <Banner tone="warn" role="note">
          {t('deletion.admin_of', { workspaces: list.format(adminOf) })}
        </Banner>
      </>
    );
  return (
    <Editable title={t('deletion.title')} value={t('deletion.note')} action={t('deletion.begin')}>
      {() => (
        <>
          <Note>
            {ownWorkspaces.length > 0
              ? t('deletion.with_workspaces', {
                  count: ownWorkspaces.length,
                  workspaces: list.format(ownWorkspaces),
                })
              : t('deletion.account_only')}
          </Note>
          <AccountDeletionForm hasPassword={hasPassword} />
        </>
      )}
    </Editable>
  );
}
