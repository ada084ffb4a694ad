import { useEffect } from 'react';

const isApple = () => /mac|iphone|ipad/i.test(navigator.userAgent);

/** How the shortcut is written on this machine, whose keyboard calls its Control key so. */
export const shortcutText = (control: string): string => (isApple() ? '⌘ K' : `${control} K`);

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
