import { useSyncExternalStore } from 'react';
import { onlineManager } from '@headwater/shared/query';
import { styled } from '@headwater/shared/ui';
import { IconWarning } from '@headwater/shared/ui/icons';
import { messages } from '../messages.ts';

/**
 * Shown on every page while there is no network. What is on screen stays, and resumes automatically
 * afterward.
 */
export function OfflineBanner() {
  const t = messages.use();
  const online = useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  );
  return (
    <Bar role="status">
      {!online && (
        <p>
          <IconWarning />
          {t('offline')}
        </p>
      )}
    </Bar>
  );
}

const Bar = styled('div')({
  position: 'sticky',
  top: 0,
  zIndex: 'calc(var(--z-bar) + 1)',
  '&:empty': { position: 'absolute' }, // takes no gap in a grid, but stays in the document for screen readers
  '& > p': {
    display: 'flex',
    alignItems: 'center',
    gap: 8,
    padding: '8px 16px 8px 24px',
    background: 'var(--warn-soft)',
    boxShadow: 'inset 0 -1px var(--warn-line)',
    color: 'var(--warn-text)',
    fontSize: 'var(--size-13)',
  },
  '@media (max-width: 600px)': { top: 52, '& > p': { paddingInline: 16 } }, // below the frame's bar
});
