import type { ServiceAccount } from '@headwater/shared/connecting';
import { useErrorText } from '@headwater/shared/messages';
import { useMutation } from '@headwater/shared/query';
import { paths, useNavigate, useParams } from '@headwater/shared/routing';
import { Button, toast } from '@headwater/shared/ui';
import { ConfirmDialog } from '@headwater/shared/ui/menu';
import { useState } from 'react';
import { messages } from '../../messages.ts';
import { changeAccount, deleteAccount } from '../account.queries.ts';

/** Disables an account, enables it again, or deletes it. */
export function AccountActions({ account }: { account: ServiceAccount }) {
  const t = messages.use();
  const errorText = useErrorText();
  const navigate = useNavigate();
  const { organizationId = '' } = useParams();
  const [asking, setAsking] = useState(false);
  const isDisabled = account.status === 'disabled';
  const fail = (error: Error) => toast.error(errorText(error));
  const toggle = useMutation({
    mutationFn: () => changeAccount(organizationId, account, { disabled: !isDisabled }),
    onError: fail,
  });
  const remove = useMutation({
    mutationFn: async () => {
      await deleteAccount(organizationId, account.id);
      await navigate(paths.serviceAccounts(organizationId));
    },
    onSuccess: () => toast.success(t('accounts.deleted')),
    onError: fail,
  });
  return (
    <>
      <Button busy={toggle.isPending} onClick={() => toggle.mutate()}>
        {t(isDisabled ? 'accounts.enable' : 'accounts.disable')}
      </Button>
      <Button variant="ghost" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {t('accounts.delete')}
      </Button>
      {asking && (
        <ConfirmDialog
          open
          danger
          title={t('accounts.delete_question', { name: account.name })}
          confirm={t('accounts.delete')}
          busy={remove.isPending}
          onConfirm={() => remove.mutate()}
          onCancel={() => setAsking(false)}
        >
          <p>{t('accounts.delete_text')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
