import { useErrorText, useFormat } from '@headwater/shared/messages';
import { useMutation, useQueryClient } from '@headwater/shared/query';
import { IconButton, styled, Text, toast } from '@headwater/shared/ui';
import { IconEdit, IconMore, IconPause, IconPlay, IconTrash } from '@headwater/shared/ui/icons';
import { ConfirmDialog, Menu, MenuDivider, MenuItem } from '@headwater/shared/ui/menu';
import { Mark } from '@headwater/shared/ui/workspace';
import { useState } from 'react';
import { messages } from '../../messages.ts';
import { changeAlert, deleteAlert, type Alert, type ReportAddress } from './alert.queries.ts';

interface AlertListProps {
  address: ReportAddress;
  alerts: readonly Alert[];
  canEdit: boolean;
  onEdit(id: string): void;
}

const LOOKS = {
  ok: ['synced', 'ok'],
  triggered: ['action', 'bad'],
  unknown: ['incomplete', 'warn'],
} as const;

/** The alerts of a report, each with its state and how that has changed. */
export function AlertList({ address, alerts, canEdit, onEdit }: AlertListProps) {
  return (
    <List>
      {alerts.map((one) => (
        <li key={one.id}>
          <OneAlert alert={one} />
          {canEdit && <Actions address={address} alert={one} onEdit={() => onEdit(one.id)} />}
        </li>
      ))}
    </List>
  );
}

function OneAlert({ alert }: { alert: Alert }) {
  const t = messages.use();
  const { number, dateTime } = useFormat();
  const { state, reason, value, rule, events, pause, owner, lookedAt } = alert;
  const [glyph, tone] = LOOKS[state];
  const shown = (text: string | null) => (text === null ? '–' : number(Number(text)));
  return (
    <div>
      <strong>
        {t('alerts.line', {
          card: alert.card || alert.measure,
          operator: t(`alerts.operator.${rule.operator}`),
          value: number(rule.value),
        })}
      </strong>
      {pause ? (
        <Mark glyph="paused" tone="none" words={t(`subscribe.pause.${pause}`, { name: owner })} />
      ) : (
        <Mark glyph={glyph} tone={tone} words={t(`alerts.state.${state}`)} />
      )}
      <Text tone="muted" size={12}>
        {reason
          ? t(`alerts.reason.${reason}`)
          : t('alerts.now', { value: shown(value), time: lookedAt ? dateTime(lookedAt) : '–' })}
      </Text>
      {events.length > 0 && (
        <details>
          <summary>{t('alerts.history', { count: events.length })}</summary>
          <ol>
            {events.map((event) => (
              <li key={event.at}>
                {[
                  dateTime(event.at),
                  t(`alerts.state.${event.state}`),
                  event.reason ? t(`alerts.reason.${event.reason}`) : shown(event.value),
                  ...(event.wasTold ? [] : [t('alerts.not_told')]),
                ].join(' · ')}
              </li>
            ))}
          </ol>
        </details>
      )}
    </div>
  );
}

function Actions({ address, alert, onEdit }: { address: ReportAddress; alert: Alert; onEdit(): void }) {
  const t = messages.use();
  const errorText = useErrorText();
  const client = useQueryClient();
  const [isDeleting, setDeleting] = useState(false);
  const { id, pause } = alert;
  const options = {
    onError: (error: Error) => toast.error(errorText(error)),
    onSettled: () => client.invalidateQueries({ queryKey: ['reports', address.organizationId, 'alerts'] }),
  };
  const turn = useMutation({
    mutationFn: () => changeAlert(address, alert, { paused: pause === null }),
    ...options,
  });
  const remove = useMutation({ mutationFn: () => deleteAlert(address, id), ...options });
  const name = alert.card || alert.measure;
  return (
    <>
      <Menu
        align="end"
        trigger={(wiring) => (
          <IconButton size="small" label={t('alerts.actions', { name })} {...wiring}>
            <IconMore />
          </IconButton>
        )}
      >
        <MenuItem icon={<IconEdit />} onSelect={onEdit}>
          {t('subscribe.edit')}
        </MenuItem>
        <MenuItem icon={pause ? <IconPlay /> : <IconPause />} onSelect={() => turn.mutate()}>
          {t(pause ? 'subscribe.resume' : 'subscribe.pause_it')}
        </MenuItem>
        <MenuDivider />
        <MenuItem danger icon={<IconTrash />} onSelect={() => setDeleting(true)}>
          {t('subscribe.delete')}
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={isDeleting}
        danger
        busy={remove.isPending}
        title={t('alerts.delete_question', { name })}
        confirm={t('subscribe.delete')}
        onCancel={() => setDeleting(false)}
        onConfirm={() => remove.mutate()}
      >
        <p>{t('alerts.delete_text')}</p>
      </ConfirmDialog>
    </>
  );
}

const List = styled('ul')({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  '& > li': { display: 'flex', gap: 12, alignItems: 'flex-start', padding: '12px 0' },
  '& > li + li': { borderTop: 'var(--hair)' },
  '& > li > div': { flex: 1, minWidth: 0, display: 'grid', gap: 4, overflowWrap: 'anywhere' },
  '& strong': { fontSize: 'var(--size-13)', fontWeight: 'var(--weight-medium)' },
  '& summary': { fontSize: 'var(--size-12)', color: 'var(--text-2)', cursor: 'pointer' },
  '& ol': {
    listStyle: 'none',
    margin: 0,
    padding: '4px 0 0 16px',
    fontSize: 'var(--size-12)',
    color: 'var(--text-2)',
  },
});
