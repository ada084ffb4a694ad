import { Note, styled } from '@headwater/shared/ui';
import { IconInfo } from '@headwater/shared/ui/icons';
import type { ReactNode } from 'react';

/** Something to know about a schedule, marked with an icon. */
export function HintLine({ children }: { children: ReactNode }) {
  return (
    <Line>
      <IconInfo />
      <Note>{children}</Note>
    </Line>
  );
}

const Line = styled('div')({
  display: 'grid',
  gridTemplateColumns: '16px minmax(0, 1fr)',
  gap: 8,
  alignItems: 'start',
  '& > .hw-icon': { marginTop: 2, color: 'var(--icon)' },
  '& code': { whiteSpace: 'nowrap' },
});
