import type { ReactNode } from 'react';
import { Button, Lost } from '@headwater/shared/ui';
import { IconMail } from '@headwater/shared/ui/icons';
import { useTitle } from '@headwater/shared/routing';
import { messages } from '../messages.ts';
import { readPage } from '../page.ts';

interface LostScreenProps {
  heading: string;
  code?: string;
  children: ReactNode;
  /** Further help for this error, below what every error screen has. */
  help?: ReactNode;
}

/**
 * The layout of every error screen, as specified: one title, what happened, and links home and to support.
 */
export function LostScreen({ heading, code, children, help }: LostScreenProps) {
  const t = messages.use();
  useTitle(t('not_found.title'));
  return (
    <Lost
      code={code}
      heading={heading}
      actions={
        <>
          <Button variant={help ? 'secondary' : 'primary'} to="/">
            {t('error.home')}
          </Button>
          <Button variant="ghost" icon={<IconMail />} href={`mailto:${readPage().supportEmail}`}>
            {t('error.contact')}
          </Button>
        </>
      }
      help={help}
    >
      {children}
    </Lost>
  );
}
