import type { SubscriptionSchedule } from '@headwater/shared/contract';
import { styled, Text } from '@headwater/shared/ui';
import { Options, Select, TimeInput } from '@headwater/shared/ui/inputs';
import { useState } from 'react';
import { messages } from '../../messages.ts';
import { useDayChoices } from './days.ts';

export const MONDAY: SubscriptionSchedule = { days: [1], time: '08:00' };

interface DeliveryTimeProps {
  /** Null to send after syncs. */
  schedule: SubscriptionSchedule | null;
  zone: string;
  /** Whether saving was tried, so that what is missing is said. */
  isTried: boolean;
  onChange(schedule: SubscriptionSchedule | null): void;
}

/** When a report is sent: at times, which are remembered while it is after syncs. */
export function DeliveryTime({ schedule, zone, isTried, onChange }: DeliveryTimeProps) {
  const t = messages.use();
  const [timed, setTimed] = useState(schedule ?? MONDAY);
  const days = useDayChoices(timed.days);
  const changeTimed = (part: Partial<SubscriptionSchedule>) => {
    const next = { ...timed, ...part };
    setTimed(next);
    onChange(next);
  };
  return (
    <Options
      label={t('subscribe.when')}
      name="when"
      value={schedule ? 'schedule' : 'sync'}
      options={[
        {
          value: 'schedule',
          label: t('subscribe.on_schedule'),
          more: (
            <Times>
              <Select
                label={t('subscribe.every')}
                value={days.value}
                options={days.choices}
                onChange={(event) => changeTimed({ days: days.daysOf(event.target.value) })}
              />
              <TimeInput
                label={t('subscribe.at')}
                value={timed.time}
                error={isTried && timed.time === '' ? t('subscribe.time_wrong') : undefined}
                onChange={(time) => changeTimed({ time })}
              />
              <Text tone="muted" size={12}>
                {t('subscribe.zone', { zone })}
              </Text>
            </Times>
          ),
        },
        { value: 'sync', label: t('subscribe.after_sync'), note: t('subscribe.once_a_day') },
      ]}
      onChange={(value) => onChange(value === 'sync' ? null : timed)}
    />
  );
}

const Times = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(130px, 1fr))',
  gap: 12,
  '& > :last-child': { gridColumn: '1 / -1' },
});
