import { useErrorText } from '@headwater/shared/messages';
import { useMutation, useQueryClient } from '@headwater/shared/query';
import { IconButton, toast } from '@headwater/shared/ui';
import { IconEdit, IconMore, IconPause, IconPlay, IconTrash } from '@headwater/shared/ui/icons';
import { ConfirmDialog, Menu, MenuDivider, MenuItem } from '@headwater/shared/ui/menu';
import { useState } from 'react';
import { messages } from '../messages.ts';

interface ItemMenuProps {
  label: string;
  isPaused: boolean;
  /** What is asked before it's deleted, and what that means. */
  question: string;
  effect: string;
  /** What is out of date after a change. */
  queryKey: readonly unknown[];
  edit(): void;
  /** Pauses or resumes it. */
  turn(): Promise<unknown>;
  remove(): Promise<unknown>;
}

/** What can be done with something that goes on by itself for a report: an alert, a subscription. */
export function ItemMenu({ label, isPaused, question, effect, queryKey, edit, turn, remove }: ItemMenuProps) {
  const t = messages.use();
  const errorText = useErrorText();
  const client = useQueryClient();
  const [isDeleting, setDeleting] = useState(false);
  const options = {
    onError: (error: Error) => toast.error(errorText(error)),
    onSettled: () => client.invalidateQueries({ queryKey }),
  };
  const turning = useMutation({ mutationFn: turn, ...options });
  const removal = useMutation({ mutationFn: remove, ...options });
  return (
    <>
      <Menu
        align="end"
        trigger={(wiring) => (
          <IconButton size="small" label={label} {...wiring}>
            <IconMore />
          </IconButton>
        )}
      >
        <MenuItem icon={<IconEdit />} onSelect={edit}>
          {t('subscribe.edit')}
        </MenuItem>
        <MenuItem icon={isPaused ? <IconPlay /> : <IconPause />} onSelect={() => turning.mutate()}>
          {t(isPaused ? 'subscribe.resume' : 'subscribe.pause_it')}
        </MenuItem>
        <MenuDivider />
        <MenuItem danger icon={<IconTrash />} aria-haspopup="dialog" onSelect={() => setDeleting(true)}>
          {t('subscribe.delete')}
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={isDeleting}
        danger
        busy={removal.isPending}
        title={question}
        confirm={t('subscribe.delete')}
        onCancel={() => setDeleting(false)}
        onConfirm={() => removal.mutate()}
      >
        <p>{effect}</p>
      </ConfirmDialog>
    </>
  );
}
