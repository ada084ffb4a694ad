import { Outlet, paths } from '@headwater/shared/routing';
import { afterSignIn, useSignedIn } from '@headwater/shared/session';
import { IconArrowLeft, IconShield } from '@headwater/shared/ui/icons';
import { AppFrame, NavItem } from '@headwater/shared/ui/menu';
import { messages } from '../messages.ts';
import { ProfileSlot } from '../profile/profile-slot.tsx';
import { menuOf } from '../remotes/menu.ts';
import { AreaItems } from './area-items.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import { UserMenu } from './user-menu.tsx';
import { WorkspaceSwitcher } from './workspace-switcher.tsx';

/** The layout of the superuser area, which only superusers can open. */
export function SuperuserLayout() {
  const t = messages.use();
  return (
    <AppFrame
      label={t('superuser.navigation')}
      title={t('superuser.name')}
      head={<WorkspaceSwitcher icon={<IconShield />} name={t('superuser.name')} />}
      groups={[<AreaItems key="areas" entries={menuOf('superuser')} />, <BackItem key="back" />]}
      foot={
        <>
          <UserMenu role={t('superuser.name')} />
          <ThemeSwitch />
        </>
      }
    >
      <OfflineBanner />
      <Outlet />
      <ProfileSlot />
    </AppFrame>
  );
}

/** A link to the workspace that a sign-in would lead to, or to creating one for those who have none. */
function BackItem() {
  const t = messages.use();
  const session = useSignedIn();
  const to = afterSignIn(session);
  const workspace = session.organizations.find(
    ({ organizationId }) => paths.workspace(organizationId) === to,
  );
  const label = workspace ? t('superuser.back', { name: workspace.name }) : t('workspace.create');
  return <NavItem to={to} icon={<IconArrowLeft />} label={label} />;
}
