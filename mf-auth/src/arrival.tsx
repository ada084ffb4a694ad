import type { ReactNode } from 'react';
import { Stack } from '@headwater/shared/ui';

/**
 * Content that replaces a form or a waiting state. It gets the focus, which was lost with those, and is so announced.
 */
export function Arrival({ children }: { children: ReactNode }) {
  return (
    <Stack gap={6} ref={takeFocus} tabIndex={-1} style={{ outline: 'none' }}>
      {children}
    </Stack>
  );
}

function takeFocus(element: HTMLElement | null) {
  element?.focus();
}
