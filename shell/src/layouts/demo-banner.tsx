import { useEffect, useState } from 'react';
import { paths } from '@headwater/shared/routing';
import { useSignedIn } from '@headwater/shared/session';
import { Button, styled } from '@headwater/shared/ui';
import { messages } from '../messages.ts';

/** Shown on every page of the demo: the remaining time, and a link to a permanent account. */
export function DemoBanner() {
  const { demoEndsAt } = useSignedIn();
  return demoEndsAt && <Countdown end={Date.parse(demoEndsAt)} />;
}

function Countdown({ end }: { end: number }) {
  const t = messages.use();
  const left = useMinutesUntil(end);
  return (
    <Bar>
      <div>
        {left > 0 && t('demo.ends', { hours: Math.floor(left / 60), minutes: left % 60 })}
        {/* announced once, when there is something to do about it */}
        <span role="status">{left === 0 && t('demo.ended')}</span>
      </div>
      <Button size="small" variant={left === 0 ? 'primary' : 'secondary'} to={paths.signup()}>
        {t('demo.sign_up')}
      </Button>
    </Bar>
  );
}

const MINUTE = 60_000;

/** Returns the remaining minutes, rounded up. Renders again whenever the number changes. */
function useMinutesUntil(end: number) {
  const [now, setNow] = useState(Date.now);
  const left = Math.max(0, Math.ceil((end - now) / MINUTE));
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => setNow(Date.now()), end - now - (left - 1) * MINUTE);
    return () => clearTimeout(timer);
  }, [end, now, left]);
  return left;
}

const Bar = styled('div')({
  position: 'sticky',
  top: 0,
  zIndex: 'var(--z-bar)',
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 12,
  padding: '6px 16px 6px 24px',
  borderRadius: 'var(--radius) var(--radius) 0 0',
  background: 'var(--info-soft)',
  boxShadow: 'inset 0 -1px var(--info-line)',
  color: 'var(--info-text)',
  fontSize: 'var(--size-13)',
  fontVariantNumeric: 'tabular-nums',
  '@media (max-width: 600px)': { top: 52, padding: '6px 8px 6px 16px', borderRadius: 0 }, // below the frame's bar
});
