import { useEffect, useLayoutEffect } from 'react';
import { setWorkspaceZone } from '@headwater/shared/messages';
import { Outlet, useParams, useRevalidator } from '@headwater/shared/routing';
import { rememberWorkspace, useSignedIn } from '@headwater/shared/session';
import { IconButton, LogoMark } from '@headwater/shared/ui';
import { IconSearch } from '@headwater/shared/ui/icons';
import { AppFrame, NavFinder } from '@headwater/shared/ui/menu';
import { followEvents } from '../event-stream/follow-events.ts';
import { messages } from '../messages.ts';
import { usePalette } from '../palette/use-palette.tsx';
import { followVisits } from '../palette/visits.ts';
import { ProfileSlot } from '../profile/profile-slot.tsx';
import { menuOf } from '../remotes/menu.ts';
import { AreaItems } from './area-items.tsx';
import { DemoBanner } from './demo-banner.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import { UserMenu } from './user-menu.tsx';
import { WorkspaceSwitcher } from './workspace-switcher.tsx';

/**
 * The layout of everything below `/w/{organizationId}`. The group's guard has checked that it is one of the
 * user's own workspaces.
 */
export function WorkspaceLayout() {
  const t = messages.use();
  const { email, organizations } = useSignedIn();
  const { organizationId = '' } = useParams();
  const workspace = organizations.find((organization) => organization.organizationId === organizationId);
  const { open: openPalette, palette } = usePalette(organizationId, workspace?.role);
  useEffect(() => rememberWorkspace(organizationId), [organizationId]);
  useEffect(() => followEvents(organizationId), [organizationId]);
  useEffect(() => followVisits(email), [email]);
  const timeZone = workspace?.timeZone ?? null;
  useLayoutEffect(() => {
    setWorkspaceZone(timeZone);
    return () => setWorkspaceZone(null);
  }, [timeZone]);
  const { revalidate } = useRevalidator();
  const isMember = workspace !== undefined;
  // Who has been removed meanwhile sees the page that the group's guard has for strangers.
  useEffect(() => void (isMember || revalidate()), [isMember, revalidate]);
  return (
    <AppFrame
      label={t('workspace.navigation')}
      title={workspace?.name}
      head={
        <WorkspaceSwitcher
          icon={<LogoMark size={20} />}
          name={workspace?.name ?? ''}
          current={organizationId}
        />
      }
      finder={{
        nav: <NavFinder label={t('search.open')} shortcut="search" onClick={openPalette} />,
        bar: (
          <IconButton label={t('search.open')} aria-haspopup="dialog" onClick={openPalette}>
            <IconSearch />
          </IconButton>
        ),
      }}
      groups={[
        <AreaItems
          key="areas"
          entries={menuOf('workspace', workspace?.role)}
          organizationId={organizationId}
        />,
      ]}
      foot={
        <>
          <UserMenu role={workspace ? t(`role.${workspace.role}`) : ''} />
          <ThemeSwitch />
        </>
      }
    >
      <OfflineBanner />
      <DemoBanner />
      <Outlet />
      <ProfileSlot />
      {palette}
    </AppFrame>
  );
}
