import { useErrorText } from '@headwater/shared/messages';
import { useMutation } from '@headwater/shared/query';
import { useParams } from '@headwater/shared/routing';
import { useSignInOptions } from '@headwater/shared/session';
import { Button, IconButton, Row, toast } from '@headwater/shared/ui';
import { IconMore } from '@headwater/shared/ui/icons';
import { Menu, MenuItem } from '@headwater/shared/ui/menu';
import { messages } from '../../messages.ts';
import { cancelInvitation, renewLink, type Invitation, type SentInvitation } from './member.queries.ts';

interface InvitationActionsProps {
  invitation: Invitation;
  /** Gets the invitation with a new link to pass on. */
  onLink(sent: SentInvitation): void;
}

/** Sends an invitation again, makes a new link to pass on, or cancels it. */
export function InvitationActions({ invitation: { id, email, can }, onLink }: InvitationActionsProps) {
  const t = messages.use();
  const errorText = useErrorText();
  const { organizationId = '' } = useParams();
  const { mail } = useSignInOptions();
  const onError = (error: Error) => toast.error(errorText(error));
  const renew = useMutation({
    mutationFn: (byMail: boolean) => renewLink(organizationId, id, byMail),
    onSuccess: (sent) => (sent.link ? onLink(sent) : toast.success(t('members.resent', { email }))),
    onError,
  });
  const cancel = useMutation({
    mutationFn: () => cancelInvitation(organizationId, id),
    onSuccess: () => toast.success(t('members.canceled', { email })),
    onError,
  });
  if (!can.edit) return null;
  return (
    <Row gap={1} nowrap justify="end">
      <Button size="small" busy={renew.isPending} onClick={() => renew.mutate(mail)}>
        {t(mail ? 'members.resend' : 'members.new_link')}
      </Button>
      <Menu
        align="end"
        trigger={(wiring) => (
          <IconButton size="small" label={t('members.more', { name: email })} {...wiring}>
            <IconMore />
          </IconButton>
        )}
      >
        {mail && <MenuItem onSelect={() => renew.mutate(false)}>{t('members.new_link')}</MenuItem>}
        <MenuItem danger onSelect={() => cancel.mutate()}>
          {t('members.cancel_invitation')}
        </MenuItem>
      </Menu>
    </Row>
  );
}
