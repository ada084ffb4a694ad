import { styled } from '@mui/material/styles';
import { useEffect, useState } from 'react';
import { useFormat } from '../../messages/format.ts';
import { Glyph } from '../icons/glyphs.tsx';
import { uiMessages } from '../ui-messages.ts';

export interface FreshnessProps {
  /** The time up to which the data are complete; null before the first. */
  asOf: string | null;
  /** Later than it should be, or the last run failed: the drop is nearly empty and amber. */
  delayed?: boolean;
  /** Half full: a run is due. */
  due?: boolean;
  /** "Updated …" in words; in a column of its own the time is enough. */
  wordy?: boolean;
}

/** Water tells the age: the drop is full when fresh, half when due, nearly empty when delayed. The exact time shows on hover. */
export function Freshness({ asOf, delayed, due, wordy }: FreshnessProps) {
  const t = uiMessages.use();
  const format = useFormat();
  useMinute();
  if (!asOf) return <Root>{t('fresh.none')}</Root>;
  const time = format.relative(asOf);
  return (
    <Root data-delayed={delayed || undefined} title={format.exactTime(asOf)}>
      <Glyph name={delayed ? 'delayed' : due ? 'due' : 'fresh'} size={14} />
      <time dateTime={asOf}>{wordy ? t('fresh.as_of', { time }) : time}</time>
    </Root>
  );
}

export interface RelativeTimeProps {
  iso: string;
}

/** "4 min ago", kept true while it is on screen; the exact time on hover. */
export function RelativeTime({ iso }: RelativeTimeProps) {
  const format = useFormat();
  useMinute();
  return (
    <time dateTime={iso} title={format.exactTime(iso)}>
      {format.relative(iso)}
    </time>
  );
}

/** Renders again each minute, so that a relative time grows old on screen. */
function useMinute() {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 60_000);
    return () => clearInterval(timer);
  }, []);
}

const Root = styled('span')({
  display: 'inline-flex',
  verticalAlign: 'middle',
  'td > &': { display: 'flex' },
  gap: 4,
  alignItems: 'center',
  fontSize: 'var(--size-12)',
  color: 'var(--text-3)',
  whiteSpace: 'nowrap',
  fontVariantNumeric: 'tabular-nums',
  '& .hw-icon': { color: 'var(--accent)', marginLeft: -1 },
  '&[data-delayed]': { color: 'var(--warn-text)', '& .hw-icon': { color: 'var(--warn)' } },
});
