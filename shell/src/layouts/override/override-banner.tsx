import { useEffect, useRef, useState } from 'react';
import type { PageBlock } from '@headwater/shared/contract';
import { useFormat } from '@headwater/shared/messages';
import { Banner, Button, Mono, styled, toast } from '@headwater/shared/ui';
import { clearOverride } from '../../remotes/clear-override.ts';
import { messages } from './messages.ts';

/**
 * Shows that this browser has other versions than other browsers have, and which. Clear ends the override.
 */
export function OverrideBanner({ set, expires, ignored }: NonNullable<PageBlock['override']>) {
  const t = messages.use();
  const format = useFormat();
  const { clearing, clear } = useClear();
  const place = useRoomBelow();
  const listed = (versions: string[]) => ({
    versions: versions.join(', '),
    set: () => versions.map((version, index) => [index > 0 && ', ', <Mono key={version}>{version}</Mono>]),
  });
  return (
    <Place ref={place} aria-label={t('label')}>
      <Banner
        tone="warn"
        role="note"
        action={
          <Button size="small" busy={clearing} busyLabel={t('clearing')} onClick={clear}>
            {t('clear')}
          </Button>
        }
      >
        {set.length > 0 && <p>{t.rich('chosen', { ...listed(set), time: format.dateTime(expires) })}</p>}
        {ignored.length > 0 && <p>{t.rich('ignored', listed(ignored))}</p>}
      </Banner>
    </Place>
  );
}

function useClear() {
  const t = messages.use();
  const [clearing, setClearing] = useState(false);
  const clear = async () => {
    setClearing(true);
    if (!(await clearOverride())) toast.error(t('not_cleared'));
    setClearing(false);
  };
  return { clearing, clear };
}

/**
 * Sets `--foot`, the height that the banner takes at the bottom of the window, for the page's end and other
 * elements there.
 */
function useRoomBelow() {
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() =>
      style.setProperty('--foot', `${place.current!.offsetHeight + 2 * EDGE}px`),
    );
    observer.observe(place.current!);
    document.body.style.paddingBottom = 'var(--foot)';
    return () => {
      observer.disconnect();
      style.removeProperty('--foot');
      document.body.style.removeProperty('padding-bottom');
    };
  }, []);
  return place;
}

const EDGE = 8;

const Place = styled('section')({
  position: 'fixed',
  zIndex: 'calc(var(--z-bar) + 1)', // above the page's bars, below dialogs and drawers
  bottom: EDGE,
  left: '50%',
  translate: '-50% 0',
  // next to the navigation, whose foot stays free
  width: 'min(760px, 100vw - 2 * (var(--nav-rail) + 8px))',
  borderRadius: 'var(--radius)',
  boxShadow: 'var(--shadow)',
  overflowWrap: 'anywhere',
  '& p > *': { display: 'inline-block' }, // a version stays on one line if there is room
  '@media (max-width: 600px)': { width: `calc(100vw - ${2 * EDGE}px)` },
  '@media (min-width: 1100.02px)': { width: 'min(760px, 100vw - 2 * (var(--nav) + 8px))' },
});
