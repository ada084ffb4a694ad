import type { PlannedDay } from '@headwater/shared/contract';
import { Row, Stack, styled } from '@headwater/shared/ui';
import type { CSSProperties } from 'react';
import { messages } from '../messages.ts';
import { useCalendar } from './calendar.ts';

const DAY_MINUTES = 1_440;
const HATCH = 'repeating-linear-gradient(135deg, var(--line-2) 0 1.5px, transparent 1.5px 6px)';

/** Today and the six days after it: a bar a day, a mark a run. */
export function WeekAhead({ week }: { week: readonly PlannedDay[] }) {
  const t = messages.use();
  const runs = week.reduce((sum, day) => sum + day.runs.length, 0);
  return (
    <Stack gap={2}>
      <Row justify="between">
        <h2>{t('preview.week')}</h2>
        <Legend aria-hidden>
          <span>
            <i data-run />
            {t('preview.run')}
          </span>
          {week.some(({ quiet }) => quiet.length > 0) && (
            <span>
              <i data-quiet />
              {t('quiet.title')}
            </span>
          )}
        </Legend>
      </Row>
      <Week role="img" aria-label={t('preview.week_label', { count: runs })}>
        {week.map((day) => (
          <Day key={day.date} day={day} />
        ))}
        <span />
        <Hours>
          {['00', '06', '12', '18', '24'].map((hour) => (
            <span key={hour}>{hour}</span>
          ))}
        </Hours>
      </Week>
    </Stack>
  );
}

function Day({ day: { date, runs, skipped, quiet } }: { day: PlannedDay }) {
  const calendar = useCalendar();
  return (
    <>
      <span>{calendar.dayOf(date)}</span>
      <Bar>
        {quiet.map(({ from, to }) => (
          <u key={from} style={{ left: share(from), width: share(to - from) }} />
        ))}
        {skipped.map((minute) => (
          <i key={minute} data-skipped style={placed(minute)} />
        ))}
        {runs.map((minute) => (
          <i key={minute} style={placed(minute)} />
        ))}
      </Bar>
    </>
  );
}

const share = (minutes: number) => `${(minutes / DAY_MINUTES) * 100}%`;
const placed = (minute: number): CSSProperties => ({ left: share(minute) });

const Week = styled('div')({
  display: 'grid',
  gridTemplateColumns: '34px minmax(0, 1fr)',
  gap: '5px 8px',
  alignItems: 'center',
  fontSize: 11,
  color: 'var(--text-3)',
});

const Bar = styled('div')({
  position: 'relative',
  height: 18,
  borderRadius: 3,
  background: 'var(--surface-3)',
  overflow: 'hidden',
  '& > i': {
    position: 'absolute',
    top: 3,
    bottom: 3,
    width: 3,
    marginLeft: 1,
    borderRadius: 1.5,
    background: 'var(--accent)',
  },
  '& > [data-skipped]': { background: 'none', boxShadow: 'inset 0 0 0 1px var(--icon)' },
  '& > u': { position: 'absolute', top: 0, bottom: 0, background: HATCH },
  '@media (forced-colors: active)': { border: '1px solid', '& > i': { background: 'CanvasText' } },
});

const Hours = styled('div')({
  display: 'flex',
  justifyContent: 'space-between',
  fontVariantNumeric: 'tabular-nums',
});

const Legend = styled('span')({
  display: 'inline-flex',
  gap: 12,
  fontSize: 'var(--size-12)',
  color: 'var(--text-3)',
  '& > span': { display: 'inline-flex', gap: 6, alignItems: 'center' },
  '& i': { height: 12, borderRadius: 2 },
  '& [data-run]': { width: 3, background: 'var(--accent)' },
  '& [data-quiet]': { width: 16, background: `${HATCH}, var(--surface-3)` },
});
