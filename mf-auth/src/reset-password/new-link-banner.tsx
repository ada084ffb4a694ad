import type { ReactNode } from 'react';
import { paths } from '@headwater/shared/routing';
import { Banner, Button } from '@headwater/shared/ui';
import { messages } from '../messages.ts';

/** For a link that doesn't work, with a button to request a new one. */
export function NewLinkBanner({ children }: { children: ReactNode }) {
  const t = messages.use();
  return (
    <Banner
      tone="bad"
      role="alert"
      action={
        <Button size="small" to={paths.requestPasswordReset()}>
          {t('reset.newLink')}
        </Button>
      }
    >
      {children}
    </Banner>
  );
}
