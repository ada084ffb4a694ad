import type { ReactNode } from 'react';
import { Button, Lost } from '@headwater/shared/ui';
import { IconMail } from '@headwater/shared/ui/icons';
import { useTitle } from '@headwater/shared/routing';
import { messages } from '../messages.ts';
import { readPage } from '../page.ts';

interface LostScreenProps {
  title: string;
  heading: string;
  code?: string;
  children: ReactNode;
  /** What helps here, before the ways out. */
  actions?: ReactNode;
}

/** What every error screen has: what happened, the way home and the way to support. */
export function LostScreen({ title, heading, code, children, actions }: LostScreenProps) {
  const t = messages.use();
  useTitle(title);
  return (
    <Lost
      code={code}
      heading={heading}
      actions={
        <>
          {actions}
          <Button variant={actions ? 'secondary' : 'primary'} to="/">
            {t('error.home')}
          </Button>
          <Button variant="ghost" icon={<IconMail />} href={`mailto:${readPage().supportEmail}`}>
            {t('error.contact')}
          </Button>
        </>
      }
    >
      {children}
    </Lost>
  );
}
