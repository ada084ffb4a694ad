import { isApple } from '@headwater/shared/ui/menu';
import { useEffect } from 'react';

/** Calls `open` for Ctrl-K, on a Mac for ⌘K, wherever the focus is. */
export function useShortcut(open: () => void) {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const held = isApple() ? event.metaKey : event.ctrlKey;
      if (!held || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      event.stopPropagation();
      open();
    };
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  }, [open]);
}
