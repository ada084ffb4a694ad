import type { ReactNode } from 'react';
import { paths } from '@headwater/shared/routing';
import { Banner, Button } from '@headwater/shared/ui';
import { messages } from '../messages.ts';

/** A link that doesn't serve, and the way to one that does. */
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
