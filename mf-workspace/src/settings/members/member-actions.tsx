import { useErrorText } from '@headwater/shared/messages';
import { useMutation } from '@headwater/shared/query';
import { useParams } from '@headwater/shared/routing';
import { IconButton, toast } from '@headwater/shared/ui';
import { IconMore } from '@headwater/shared/ui/icons';
import { ConfirmDialog, Menu, MenuItem } from '@headwater/shared/ui/menu';
import { useState } from 'react';
import { messages } from '../../messages.ts';
import { removeMember, type Member } from './member.queries.ts';

/** What can be done with a member. Nothing for those who may not, and nothing with oneself. */
export function MemberActions({ member }: { member: Member }) {
  const t = messages.use();
  const errorText = useErrorText();
  const { organizationId = '' } = useParams();
  const [asking, setAsking] = useState(false);
  const name = member.name || member.email;
  const remove = useMutation({
    mutationFn: () => removeMember(organizationId, member.id),
    onSuccess: () => toast.success(t('members.removed', { name })),
    onError: (error) => toast.error(errorText(error)),
    onSettled: () => setAsking(false),
  });
  if (!member.can.remove) return null;
  return (
    <>
      <Menu
        align="end"
        trigger={(wiring) => (
          <IconButton size="small" label={t('members.more', { name })} {...wiring}>
            <IconMore />
          </IconButton>
        )}
      >
        <MenuItem danger aria-haspopup="dialog" onSelect={() => setAsking(true)}>
          {t('members.remove')}
        </MenuItem>
      </Menu>
      {asking && (
        <ConfirmDialog
          open
          danger
          title={t('members.remove_question', { name })}
          confirm={t('members.remove_name', { name })}
          busy={remove.isPending}
          onConfirm={() => remove.mutate()}
          onCancel={() => setAsking(false)}
        >
          <p>{t('members.remove_text')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
