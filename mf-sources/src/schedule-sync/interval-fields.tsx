import { SCHEDULE_INTERVALS } from '@headwater/shared/contract';
import { Note, styled } from '@headwater/shared/ui';
import { Select } from '@headwater/shared/ui/inputs';
import { messages } from '../messages.ts';
import type { FieldsProps } from './fields-props.ts';
import { useSpan } from './span.ts';

/** How often, and from which hour on if the interval is longer than one. */
export function IntervalFields({ draft: { interval }, onChange, errorOf }: FieldsProps) {
  const t = messages.use();
  const span = useSpan();
  const { minutes, startingAt } = interval;
  const hours = Array.from({ length: Math.max(minutes / 60, 1) }, (_, hour) => hourOf(hour));
  const setMinutes = (value: number) => {
    const chosen = SCHEDULE_INTERVALS.find((one) => one === value)!;
    const keeps = Number(startingAt.slice(0, 2)) * 60 < chosen;
    onChange({ interval: { minutes: chosen, startingAt: keeps ? startingAt : '00:00' } });
  };
  return (
    <>
      <TwoFields>
        <Select
          label={t('schedule.every')}
          value={String(minutes)}
          error={errorOf('interval/minutes')}
          options={SCHEDULE_INTERVALS.map((one) => ({ value: String(one), label: span(one, 1_440) }))}
          onChange={(event) => setMinutes(Number(event.target.value))}
        />
        {hours.length > 1 && (
          <Select
            label={t('schedule.starting_at')}
            value={startingAt}
            options={hours.map((hour) => ({ value: hour, label: hour }))}
            onChange={(event) => onChange({ interval: { minutes, startingAt: event.target.value } })}
          />
        )}
      </TwoFields>
      <Note>{t(minutes < 60 ? 'schedule.aligned_minutes' : 'schedule.aligned')}</Note>
    </>
  );
}

const hourOf = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

/** Two fields side by side, except on a phone, where choices would be cut. */
export const TwoFields = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
  gap: 12,
  alignItems: 'start',
  '& + p': { fontSize: 'var(--size-12)' },
  '@media (max-width: 600px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
});
