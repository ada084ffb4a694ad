import { NOTIFICATION_TRIGGERS, type NotificationTrigger } from '@headwater/shared/contract';
import { styled } from '@headwater/shared/ui';
import { Checkbox } from '@headwater/shared/ui/inputs';
import { noticeMessages } from './messages.ts';

interface TriggerFieldsProps {
  value: readonly NotificationTrigger[];
  onChange(value: NotificationTrigger[]): void;
}

/** What a channel is told about. */
export function TriggerFields({ value, onChange }: TriggerFieldsProps) {
  const t = noticeMessages.use();
  return (
    <Group>
      <legend>{t('notice.about')}</legend>
      {NOTIFICATION_TRIGGERS.map((trigger) => (
        <Checkbox
          key={trigger}
          label={t(`notice.trigger.${trigger}`)}
          hint={t(`notice.trigger_hint.${trigger}`)}
          checked={value.includes(trigger)}
          onChange={({ target }) =>
            onChange(
              NOTIFICATION_TRIGGERS.filter((one) => (one === trigger ? target.checked : value.includes(one))),
            )
          }
        />
      ))}
    </Group>
  );
}

/** Choices below a legend. */
export const Group = styled('fieldset')({
  display: 'grid',
  gap: 10,
  minWidth: 0,
  margin: 0,
  padding: 0,
  border: 0,
  color: 'var(--text)',
  '& > legend': {
    fontSize: 'var(--size-13)',
    fontWeight: 'var(--weight-medium)',
    marginBottom: 8,
    padding: 0,
  },
});
