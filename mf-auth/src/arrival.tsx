import type { ReactNode } from 'react';
import { Stack } from '@headwater/shared/ui';

/** What has taken the place of a form or a wait: it gets the focus that went with those, and so is read out. */
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
