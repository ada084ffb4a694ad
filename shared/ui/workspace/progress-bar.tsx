import { keyframes } from '@emotion/react';
import { styled } from '@mui/material/styles';
import { wholePercentOf } from '../../messages/format.ts';

export interface ProgressBarProps {
  /** What it measures, for screen readers. */
  label: string;
  /** 0 to 1; null if the total is unknown. */
  value: number | null;
  tone?: 'accent' | 'ok' | 'warn' | 'bad';
  /** Waiting, as when rate limited: amber and not moving. */
  waiting?: boolean;
}

/** A progress bar, with moving dashes if the total is unknown. */
export function ProgressBar({ label, value, tone = 'accent', waiting }: ProgressBarProps) {
  const percent = value === null ? undefined : wholePercentOf(value);
  return (
    <Track
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      data-unknown={percent === undefined || undefined}
      data-waiting={waiting || undefined}
      style={{ '--at': `${percent ?? 100}%`, '--tone': `var(--${waiting ? 'warn' : tone})` } as object}
    >
      <i />
    </Track>
  );
}

const drift = keyframes({ to: { backgroundPosition: '12px 0' } });
const Track = styled('div')({
  position: 'relative',
  height: 4,
  width: '100%',
  borderRadius: 2,
  background: 'var(--fill)',
  overflow: 'hidden',
  '& > i': {
    position: 'absolute',
    inset: '0 auto 0 0',
    width: 'var(--at)',
    borderRadius: 2,
    background: 'var(--tone)',
  },
  '&[data-unknown] > i': {
    background: 'repeating-linear-gradient(90deg, var(--tone) 0 6px, transparent 6px 12px)',
    backgroundSize: '12px 100%',
    opacity: 0.55,
    animation: `${drift} 0.8s linear infinite`,
  },
  '&[data-waiting] > i': { animation: 'none' },
  '@media (forced-colors: active)': { '& > i': { background: 'Highlight' } },
});
