import { useQuery } from '@headwater/shared/query';
import { useParams, useTitle } from '@headwater/shared/routing';
import { QueryBoundary, Skeleton } from '@headwater/shared/ui';
import { messages } from '../../messages.ts';
import { SettingRows } from '../setting-row.tsx';
import { workspaceQuery } from '../workspace.queries.ts';
import { AboutWorkspace } from './about-workspace.tsx';
import { DeleteWorkspace } from './delete-workspace.tsx';
import { TimeAndMoney } from './time-and-money.tsx';
import { LeaveOrHandOver } from './leave-or-hand-over.tsx';

/** What the workspace is, and what applies to all of it. */
export function GeneralSettingsPage() {
  const t = messages.use();
  const { organizationId = '' } = useParams();
  const workspace = useQuery(workspaceQuery(organizationId));
  useTitle(t('settings.general_title'));
  return (
    <QueryBoundary
      query={workspace}
      thing={t('settings.thing')}
      loading={<Skeleton width="100%" height={160} />}
    >
      {(found) => (
        <SettingRows>
          <AboutWorkspace workspace={found} />
          <TimeAndMoney workspace={found} />
          <LeaveOrHandOver workspace={found} />
          <DeleteWorkspace workspace={found} />
        </SettingRows>
      )}
    </QueryBoundary>
  );
}
