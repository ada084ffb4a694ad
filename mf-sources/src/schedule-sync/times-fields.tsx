import { Button, IconButton, styled } from '@headwater/shared/ui';
import { IconClose, IconPlus } from '@headwater/shared/ui/icons';
import { TimeInput } from '@headwater/shared/ui/inputs';
import { useId } from 'react';
import { messages } from '../messages.ts';
import { useCalendar } from './calendar.ts';
import type { FieldsProps } from './fields-props.ts';

const FROM_MONDAY = [1, 2, 3, 4, 5, 6, 0];
const MOST = 24;

/** On which days, and at which times. At least one of each is always chosen. */
export function TimesFields(props: FieldsProps) {
  return (
    <>
      <Days {...props} />
      <Times {...props} />
    </>
  );
}

function Days({ draft: { times }, onChange }: FieldsProps) {
  const t = messages.use();
  const calendar = useCalendar();
  const label = useId();
  const { days } = times;
  const toggle = (day: number) => {
    const others = days.filter((one) => one !== day);
    const chosen = others.length === days.length ? [...days, day] : others;
    if (chosen.length > 0) onChange({ times: { ...times, days: chosen.sort((a, b) => a - b) } });
  };
  return (
    <Group role="group" aria-labelledby={label}>
      <span id={label}>{t('schedule.days')}</span>
      <Week>
        {FROM_MONDAY.map((day) => (
          <button
            key={day}
            type="button"
            aria-label={calendar.weekday(day)}
            aria-pressed={days.includes(day)}
            onClick={() => toggle(day)}
          >
            {calendar.weekdayShort(day)}
          </button>
        ))}
      </Week>
    </Group>
  );
}

function Times({ draft: { times }, onChange, errorOf }: FieldsProps) {
  const t = messages.use();
  const label = useId();
  const set = (changed: string[]) => onChange({ times: { ...times, times: changed } });
  return (
    <Group role="group" aria-labelledby={label}>
      <span id={label}>{t('schedule.times')}</span>
      <Clock>
        {times.times.map((time, at) => (
          <li key={at}>
            <TimeInput
              label={t('schedule.time', { number: at + 1 })}
              value={time}
              error={time === '' ? t('schedule.time_needed') : errorOf(`times/times/${at}`)}
              onChange={(changed) => set(times.times.with(at, changed))}
            />
            {times.times.length > 1 && (
              <IconButton
                label={t('schedule.remove_time', { time })}
                size="small"
                onClick={() => set(times.times.toSpliced(at, 1))}
              >
                <IconClose />
              </IconButton>
            )}
          </li>
        ))}
        {times.times.length < MOST && (
          <li>
            <Button
              variant="ghost"
              size="small"
              icon={<IconPlus />}
              onClick={() => set([...times.times, laterThan(times.times)])}
            >
              {t('schedule.add_time')}
            </Button>
          </li>
        )}
      </Clock>
      {errorOf('times/times') && <p role="alert">{errorOf('times/times')}</p>}
    </Group>
  );
}

/** Suggests a time that isn't chosen yet: hours after the latest one. */
function laterThan(times: readonly string[]): string {
  const latest = Math.max(...times.map((time) => Number(time.slice(0, 2)) || 0));
  const hours = Array.from({ length: 24 }, (_, step) => (latest + 6 + step) % 24);
  const free = hours
    .map((hour) => `${String(hour).padStart(2, '0')}:00`)
    .find((time) => !times.includes(time));
  return free ?? '00:30';
}

const Group = styled('div')({
  display: 'grid',
  gap: 6,
  gridTemplateColumns: 'minmax(0, 1fr)',
  '& > span': { fontSize: 'var(--size-13)', fontWeight: 'var(--weight-medium)' },
  '& > p': { color: 'var(--bad-text)', fontSize: 'var(--size-12)' },
});

const Week = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(7, minmax(0, 1fr))',
  gap: 4,
  '& > button': {
    height: 'var(--control-sm)',
    border: 0,
    padding: 0,
    borderRadius: 'var(--radius)',
    background: 'var(--surface-3)',
    font: 'var(--weight-text) var(--size-12)/1 var(--font-sans)',
    color: 'var(--text-2)',
    cursor: 'pointer',
  },
  '& > button:hover': { background: 'var(--fill)' },
  '& > [aria-pressed="true"]': {
    background: 'var(--accent-soft)',
    color: 'var(--accent-text)',
    fontWeight: 'var(--weight-medium)',
    boxShadow: 'inset 0 0 0 1px var(--accent-line)',
  },
  '@media (pointer: coarse)': { '& > button': { height: 44 } },
  '@media (forced-colors: active)': { '& > button': { border: '1px solid' } },
});

const Clock = styled('ul')({
  listStyle: 'none',
  display: 'flex',
  flexWrap: 'wrap',
  gap: '8px 12px',
  alignItems: 'center',
  '& > li': { display: 'flex', gap: 2, alignItems: 'center' },
  '& > li label': { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' },
  '& > li > div': { gap: 0 },
  '& input': { width: 84, height: 'var(--control-sm)', fontSize: 'var(--size-13)' },
});
