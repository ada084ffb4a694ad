import { useErrorText } from '@headwater/shared/messages';
import { useMutation } from '@headwater/shared/query';
import { useParams } from '@headwater/shared/routing';
import { Button, toast } from '@headwater/shared/ui';
import { ConfirmDialog } from '@headwater/shared/ui/menu';
import { useState } from 'react';
import { shareMessages } from './messages.ts';
import { revokeShareLink, type ShareLink } from './share-links.queries.ts';

/** Ends a link, after asking. */
export function RevokeLink({ link }: { link: ShareLink }) {
  const t = shareMessages.use();
  const errorText = useErrorText();
  const { organizationId = '' } = useParams();
  const [asks, setAsks] = useState(false);
  const { name } = link.report;
  const revoke = useMutation({
    mutationFn: () => revokeShareLink(organizationId, link),
    onSuccess: () => toast.success(t('links.revoked', { name })),
    onError: (error) => toast.error(errorText(error)),
    onSettled: () => setAsks(false),
  });
  return (
    <>
      <Button
        size="small"
        aria-label={t('links.revoke_one', { name, by: link.createdBy })}
        aria-haspopup="dialog"
        onClick={() => setAsks(true)}
      >
        {t('links.revoke')}
      </Button>
      {asks && (
        <ConfirmDialog
          open
          danger
          title={t('links.revoke_question', { name })}
          confirm={t('links.revoke')}
          busy={revoke.isPending}
          onConfirm={() => revoke.mutate()}
          onCancel={() => setAsks(false)}
        >
          <p>{t('links.revoke_text')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
