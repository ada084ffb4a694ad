import { toast } from '@headwater/shared/ui';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { messages } from '../messages.ts';
import { report } from '../monitoring/report.ts';
import { loadShortcuts, shortcutsIfLoaded } from './load-shortcuts.ts';

/** Opens the list of shortcuts by its own one or by `open`. Until then, it is not even fetched. */
export function useShortcuts(): { open(): void; dialog: ReactNode } {
  const t = messages.use();
  const [isOpen, setOpen] = useState(false);
  const open = useCallback(() => {
    loadShortcuts().then(
      () => setOpen(true),
      (error) => {
        report(error, { phase: 'navigation' });
        toast.error(t('user.shortcuts_failed'));
      },
    );
  }, [t]);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isHeld = event.ctrlKey || event.metaKey || event.altKey;
      if (event.key !== '?' || isHeld || event.defaultPrevented || isTyping(event.target)) return;
      event.preventDefault();
      open();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [open]);
  const Dialog = shortcutsIfLoaded();
  return { open, dialog: isOpen && Dialog && <Dialog onClose={() => setOpen(false)} /> };
}

/** Whether a key would be written where the focus is. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, select, [contenteditable="true"], [role="textbox"]') !== null;
