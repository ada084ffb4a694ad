import { may } from '@headwater/shared/contract';
import { Outlet, useLocation, useParams, useTitle } from '@headwater/shared/routing';
import { useSignedIn, useRefusal } from '@headwater/shared/session';
import { Page } from '@headwater/shared/ui';
import { IconLock } from '@headwater/shared/ui/icons';
import { Tabs } from '@headwater/shared/ui/tabs';
import { EmptyState, PageHead } from '@headwater/shared/ui/workspace';
import { messages } from '../messages.ts';
import { sections, type SettingsSection } from './sections.ts';

/** The heading and the list of all settings, around one of them. */
export function SettingsLayout() {
  const t = messages.use();
  const { organizationId = '' } = useParams();
  const { pathname } = useLocation();
  const { organizations } = useSignedIn();
  const role = organizations.find((each) => each.organizationId === organizationId)?.role;
  const open = sections.filter(({ permission }) => role && may(role, permission));
  const isOpen = ({ to }: SettingsSection) => pathname === to(organizationId);
  const closed = sections.find((section) => isOpen(section) && !open.includes(section));
  const tabs = open.map((section) => ({
    to: section.to(organizationId),
    label: t(section.label),
    current: isOpen(section),
  }));
  return (
    <Page>
      <PageHead title={t('settings.area')} />
      <Tabs label={t('settings.area')} tabs={tabs} />
      {closed ? <Closed name={t(closed.label)} /> : <Outlet />}
    </Page>
  );
}

/** A section that the user's role doesn't see, opened by its address. */
function Closed({ name }: { name: string }) {
  const t = messages.use();
  const refusal = useRefusal();
  useTitle(name);
  return (
    <EmptyState icon={<IconLock size={20} />} title={name}>
      {refusal(t('settings.admins_only'))}
    </EmptyState>
  );
}
