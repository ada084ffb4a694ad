import { may } from '@headwater/shared/contract';
import { Outlet, useLocation, useParams } from '@headwater/shared/routing';
import { useSignedIn } from '@headwater/shared/session';
import { Page } from '@headwater/shared/ui';
import { Tabs } from '@headwater/shared/ui/tabs';
import { PageHead } from '@headwater/shared/ui/workspace';
import { messages } from '../messages.ts';
import { sections } from './sections.ts';

/** The heading and the list of all settings, around one of them. */
export function SettingsLayout() {
  const t = messages.use();
  const { organizationId = '' } = useParams();
  const { pathname } = useLocation();
  const { organizations } = useSignedIn();
  const role = organizations.find((each) => each.organizationId === organizationId)?.role;
  const tabs = sections
    .filter(({ permission }) => role && may(role, permission))
    .map(({ label, to }) => {
      const path = to(organizationId);
      return { to: path, label: t(label), current: pathname === path };
    });
  return (
    <Page>
      <PageHead title={t('settings.area')} />
      <Tabs label={t('settings.area')} tabs={tabs} />
      <Outlet />
    </Page>
  );
}
