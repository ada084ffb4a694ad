import { styled } from '@headwater/shared/ui';
import { ProgressBar } from '@headwater/shared/ui/workspace';

/** From this part of a limit on, it looks like something to take care of. */
const CLOSE = 0.8;

interface MeterProps {
  label: string;
  used: number;
  limit: number;
  /** Both as text: "3 of 200". */
  words: string;
}

/** How much of a limit is used. */
export function Meter({ label, used, limit, words }: MeterProps) {
  const part = used / limit;
  return (
    <Root>
      <div>
        <span>{label}</span>
        <span>{words}</span>
      </div>
      <ProgressBar label={label} value={part} tone={part >= 1 ? 'bad' : part >= CLOSE ? 'warn' : 'accent'} />
    </Root>
  );
}

const Root = styled('div')({
  display: 'grid',
  gap: 8,
  '& > div:first-of-type': { display: 'flex', justifyContent: 'space-between', gap: 16, flexWrap: 'wrap' },
  '& > div:first-of-type > span + span': { color: 'var(--text-2)', fontVariantNumeric: 'tabular-nums' },
});

/** Meters, or facts, one below the other. */
export const Lines = styled('div')({ display: 'grid', gap: 20, fontSize: 'var(--size-13)' });
