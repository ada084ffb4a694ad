import { styled } from '@mui/material/styles';
import { useEffect, useState } from 'react';
import { useFormat } from '../../messages/format.ts';
import { Glyph } from '../icons/glyphs.tsx';
import { uiMessages } from '../ui-messages.ts';

export interface FreshnessProps {
  /** When the data was last updated; null if it never was. */
  asOf: string | null;
  /** The last run failed: the drop is nearly empty and amber. */
  delayed?: boolean;
  /** When the data becomes too old, which looks the same. */
  lateAt?: string | null;
  /** A run is due: the drop is half full. */
  due?: boolean;
  /** Shows "Updated …"; in its own column, the time is enough. */
  wordy?: boolean;
}

/**
 * The age of data as a drop that is full when fresh, half full when due, and nearly empty when delayed. Hovering
 * shows the exact time.
 */
export function Freshness({ asOf, delayed, lateAt, due, wordy }: FreshnessProps) {
  const t = uiMessages.use();
  const format = useFormat();
  useMinute();
  if (!asOf) return <Root>{t('fresh.none')}</Root>;
  const time = format.relative(asOf);
  const late = delayed || (lateAt != null && Date.parse(lateAt) <= Date.now());
  return (
    <Root data-delayed={late || undefined} title={format.exactTime(asOf)}>
      <Glyph name={late ? 'delayed' : due ? 'due' : 'fresh'} size={14} />
      <time dateTime={asOf}>{wordy ? t('fresh.as_of', { time }) : time}</time>
    </Root>
  );
}

export interface RelativeTimeProps {
  iso: string;
}

/** A relative time such as "4 minutes ago", kept up to date on screen. Hovering shows the exact time. */
export function RelativeTime({ iso }: RelativeTimeProps) {
  const format = useFormat();
  useMinute();
  return (
    <time dateTime={iso} title={format.exactTime(iso)}>
      {format.relative(iso)}
    </time>
  );
}

/** Renders again every minute, so that a relative time stays correct. */
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
