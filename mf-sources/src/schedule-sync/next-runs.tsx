import type { PlannedRun } from '@headwater/shared/contract';
import { useFormat } from '@headwater/shared/messages';
import { CompactSelect, Cut, Glyph, Row, Skeleton, Stack, styled } from '@headwater/shared/ui';
import { IconClock } from '@headwater/shared/ui/icons';
import { Frame } from '@headwater/shared/ui/workspace';
import { useMemo } from 'react';
import type { SchedulePreview } from '../schedule.queries.ts';
import { messages } from '../messages.ts';
import { useCalendar } from './calendar.ts';

interface NextRunsProps {
  preview: SchedulePreview | undefined;
  zone: string;
  /** Undefined for people who can't change the schedule. */
  onZone: ((zone: string) => void) | undefined;
}

/** The next five runs on the wall of the schedule's time zone, with what happens to each. */
export function NextRuns({ preview, zone, onZone }: NextRunsProps) {
  const t = messages.use();
  return (
    <Stack gap={2}>
      <Row justify="between">
        <h2>{t('preview.next')}</h2>
        <ZoneChoice zone={zone} onZone={onZone} />
      </Row>
      <Frame>
        <Runs aria-label={t('preview.next')} aria-hidden={preview ? undefined : true}>
          {preview
            ? preview.next.map((run, at) => (
                <Run key={run.at} run={run} first={at === 0} today={preview.week[0]!.date} />
              ))
            : [92, 80, 86, 78, 86].map((width, at) => (
                <li key={at}>
                  <Skeleton width={14} height={14} />
                  <Skeleton width={width} />
                  <Skeleton width={38} />
                </li>
              ))}
        </Runs>
      </Frame>
    </Stack>
  );
}

function Run({ run, first, today }: { run: PlannedRun; first: boolean; today: string }) {
  const t = messages.use();
  const calendar = useCalendar();
  const { relative } = useFormat();
  const { at, date, time, note, insteadOf } = run;
  const said = note ? t(`preview.${note}`, { time: insteadOf ?? time }) : first ? relative(at) : '';
  return (
    <li data-off={note === 'skipped' || undefined}>
      {note === 'skipped' ? <Glyph name="skipped" /> : <IconClock />}
      <span>{date === today ? t('preview.today') : calendar.date(date)}</span>
      <span>{note === 'skipped' ? <s>{time}</s> : time}</span>
      <Cut className="end" title={said}>
        {said}
      </Cut>
    </li>
  );
}

/** The zone of all times, which can be another one than the viewer's. */
function ZoneChoice({ zone, onZone }: Pick<NextRunsProps, 'zone' | 'onZone'>) {
  const t = messages.use();
  const zones = useMemo(() => {
    const known = new Set(['UTC', zone, ...Intl.supportedValuesOf('timeZone')]);
    return [...known].sort().map((value) => ({ value, label: value.replaceAll('_', ' ') }));
  }, [zone]);
  return (
    <Zone>
      <span>{t('preview.times_in')}</span>
      {onZone ? (
        <CompactSelect
          bare
          label={t('preview.zone')}
          value={zone}
          options={zones}
          onChange={onZone}
          width={190}
        />
      ) : (
        <span>&nbsp;{zone}</span>
      )}
    </Zone>
  );
}

const Zone = styled('span')({
  display: 'inline-flex',
  alignItems: 'center',
  fontSize: 'var(--size-12)',
  color: 'var(--text-3)',
  '& select': { fontSize: 'var(--size-12) !important', color: 'var(--text-2)' },
});

const Runs = styled('ol')({
  listStyle: 'none',
  padding: '2px 16px',
  minHeight: 5 * 34 + 5,
  '& > li': {
    display: 'grid',
    gridTemplateColumns: '16px 132px 56px minmax(0, 1fr)',
    gap: '0 10px',
    alignItems: 'center',
    minHeight: 34,
    borderBottom: 'var(--hair)',
    fontSize: 'var(--size-13)',
    fontVariantNumeric: 'tabular-nums',
  },
  '& > li:last-child': { border: 0 },
  '& .hw-icon': { color: 'var(--accent)' },
  '& .end': { textAlign: 'right', color: 'var(--text-3)', fontSize: 'var(--size-12)' },
  '& [data-off]': { color: 'var(--text-3)', '& .hw-icon': { color: 'var(--icon)' } },
  '@media (max-width: 600px)': {
    '& > li': { gridTemplateColumns: '16px 96px 46px minmax(0, 1fr)', gap: '0 8px' },
  },
});
