import { Outlet } from '@headwater/shared/routing';
import { PublicFrame, Row } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import { readPage } from '../page.ts';
import pictureDark from './img/product-dark.webp';
import pictureLight from './img/product-light.webp';
import { LanguageSelect } from './language-select.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

/** The layout of the log-in and sign-up pages and similar ones. */
export function PublicLayout() {
  const t = messages.use();
  return (
    <PublicFrame
      picture={{ light: pictureLight, dark: pictureDark, alt: t('public.picture') }}
      footer={
        <>
          <span>{t('public.version', { version: readableVersion() })}</span>
          <Row gap={1}>
            <LanguageSelect />
            <ThemeSwitch />
          </Row>
        </>
      }
    >
      <OfflineBanner />
      <Outlet />
    </PublicFrame>
  );
}

/** Returns the version without the hash of the build's bytes that publishing adds. */
const readableVersion = () => readPage().shell.version.replace(/-.*/, '');
