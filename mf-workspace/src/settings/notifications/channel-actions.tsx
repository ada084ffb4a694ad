import { useErrorText } from '@headwater/shared/messages';
import { useMutation } from '@headwater/shared/query';
import { useParams } from '@headwater/shared/routing';
import { Button, IconButton, Row, toast } from '@headwater/shared/ui';
import { IconEdit, IconKey, IconMore, IconPause, IconPlay, IconTrash } from '@headwater/shared/ui/icons';
import { ConfirmDialog, Menu, MenuDivider, MenuItem } from '@headwater/shared/ui/menu';
import { useState } from 'react';
import { ChannelDialog } from './channel.dialog.tsx';
import { useDeliveryText } from './delivery-text.ts';
import { noticeMessages } from './messages.ts';
import {
  changeChannel,
  deleteChannel,
  replaceSecret,
  testChannel,
  type Channel,
} from './notification.queries.ts';
import { SecretDialog } from './secret.dialog.tsx';

type Opened = 'edit' | 'secret' | 'delete' | null;

interface ChannelActionsProps {
  channel: Channel;
  /** Why nothing can be sent to it now. */
  testDisabledReason: string | undefined;
}

/** Tests a channel, changes it, pauses it, or deletes it. */
export function ChannelActions({ channel, testDisabledReason }: ChannelActionsProps) {
  const t = noticeMessages.use();
  const [opened, setOpened] = useState<Opened>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const { name, kind, pause } = channel;
  const { test, toggle, replace, remove } = useChannelWork(channel, (replaced) => {
    setOpened(null);
    setSecret(replaced);
  });
  return (
    <Row justify="end" nowrap>
      <Button
        size="small"
        busy={test.isPending}
        disabledReason={testDisabledReason}
        aria-label={t('notice.test_one', { name })}
        onClick={() => test.mutate()}
      >
        {t('notice.test')}
      </Button>
      <Menu
        align="end"
        trigger={(wiring) => (
          <IconButton size="small" label={t('notice.actions', { name })} {...wiring}>
            <IconMore />
          </IconButton>
        )}
      >
        <MenuItem icon={<IconEdit />} aria-haspopup="dialog" onSelect={() => setOpened('edit')}>
          {t('notice.edit')}
        </MenuItem>
        <MenuItem icon={pause ? <IconPlay /> : <IconPause />} onSelect={() => toggle.mutate()}>
          {t(pause ? 'notice.resume' : 'notice.pause')}
        </MenuItem>
        {kind === 'webhook' && (
          <MenuItem icon={<IconKey />} onSelect={() => setOpened('secret')}>
            {t('notice.replace_secret')}
          </MenuItem>
        )}
        <MenuDivider />
        <MenuItem danger icon={<IconTrash />} aria-haspopup="dialog" onSelect={() => setOpened('delete')}>
          {t('notice.delete')}
        </MenuItem>
      </Menu>
      {opened === 'edit' && (
        <ChannelDialog
          kind={kind}
          channel={channel}
          onSaved={() => setOpened(null)}
          onCancel={() => setOpened(null)}
        />
      )}
      {opened === 'secret' && (
        <ConfirmDialog
          open
          title={t('notice.replace_question', { name })}
          confirm={t('notice.replace_secret')}
          busy={replace.isPending}
          onConfirm={() => replace.mutate()}
          onCancel={() => setOpened(null)}
        >
          <p>{t('notice.replace_text')}</p>
        </ConfirmDialog>
      )}
      {opened === 'delete' && (
        <ConfirmDialog
          open
          danger
          title={t('notice.delete_question', { name })}
          confirm={t('notice.delete')}
          busy={remove.isPending}
          onConfirm={() => remove.mutate()}
          onCancel={() => setOpened(null)}
        >
          <p>{t('notice.delete_text')}</p>
        </ConfirmDialog>
      )}
      {secret !== null && <SecretDialog secret={secret} onDone={() => setSecret(null)} />}
    </Row>
  );
}

/** Returns what is done with a channel. `onSecret` gets a webhook's new secret, which is shown once. */
function useChannelWork(channel: Channel, onSecret: (secret: string | null) => void) {
  const t = noticeMessages.use();
  const errorText = useErrorText();
  const deliveryText = useDeliveryText();
  const { organizationId = '' } = useParams();
  const { id, name, pause } = channel;
  const onError = (error: Error) => toast.error(errorText(error));
  const test = useMutation({
    mutationFn: () => testChannel(organizationId, id),
    onSuccess: (delivery) => {
      const words = deliveryText(delivery);
      if (delivery.state === 'failed') toast.error(t('notice.test_failed', { name, words }));
      else toast.success(t('notice.test_sent', { name, words }));
    },
    onError,
  });
  const toggle = useMutation({
    mutationFn: () => changeChannel(organizationId, channel, { paused: pause === null }),
    onError,
  });
  const replace = useMutation({
    mutationFn: () => replaceSecret(organizationId, id),
    onSuccess: (shown) => onSecret(shown.secret),
    onError,
  });
  const remove = useMutation({
    mutationFn: () => deleteChannel(organizationId, id),
    onSuccess: () => toast.success(t('notice.deleted')),
    onError,
  });
  return { test, toggle, replace, remove };
}
