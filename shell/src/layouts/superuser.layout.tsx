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

/** The installation seen from above; only superusers come here. */
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

/** To the workspace that a sign-in would lead to; who is in none may create one. */
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
