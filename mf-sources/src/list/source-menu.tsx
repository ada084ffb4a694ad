import { paths } from '@headwater/shared/routing';
import { IconButton } from '@headwater/shared/ui';
import {
  IconCalendar,
  IconHistory,
  IconMore,
  IconPause,
  IconPlay,
  IconRefresh,
  IconSettings,
  IconData,
  IconTrash,
} from '@headwater/shared/ui/icons';
import { Menu, MenuDivider, MenuItem } from '@headwater/shared/ui/menu';
import { useState } from 'react';
import { DeleteDialog } from '../details/delete-source.tsx';
import { messages } from '../messages.ts';
import type { SourceConnection } from '../source.queries.ts';
import { applicable, useSourceActions, type SourceAction } from '../use-source-actions.ts';
import { useWorkspace } from '../workspace.ts';

/** What can be done with a connection, in its row. */
export function SourceMenu({ source }: { source: SourceConnection }) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const act = useSourceActions();
  const [isDeleting, setDeleting] = useState(false);
  const { id, name, can } = source;
  const page = paths.sourceConnection(organizationId, id);
  const doIt = (action: SourceAction) => act.mutate({ action, sources: [source] });
  const isPaused = source.lifecycle === 'paused';
  return (
    <>
      <Menu
        align="end"
        trigger={(wiring) => (
          <IconButton size="small" label={t('list.more', { name })} {...wiring}>
            <IconMore />
          </IconButton>
        )}
      >
        {can.sync && (
          <MenuItem
            icon={<IconRefresh />}
            disabledReason={
              source.selectedTables === 0
                ? t('details.no_tables')
                : applicable('sync', [source]).length === 0
                  ? t('bulk.busy')
                  : undefined
            }
            onSelect={() => doIt('sync')}
          >
            {t('bulk.sync')}
          </MenuItem>
        )}
        {can.edit && (
          <MenuItem
            icon={isPaused ? <IconPlay /> : <IconPause />}
            onSelect={() => doIt(isPaused ? 'resume' : 'pause')}
          >
            {t(isPaused ? 'bulk.resume' : 'bulk.pause')}
          </MenuItem>
        )}
        {can.sync && <MenuDivider />}
        <MenuItem icon={<IconHistory />} to={`${page}?tab=runs`}>
          {t('details.tab.runs')}
        </MenuItem>
        {can.edit && (
          <MenuItem icon={<IconData />} to={paths.selectData(organizationId, id)}>
            {t('details.select')}
          </MenuItem>
        )}
        {can.edit && (
          <MenuItem icon={<IconCalendar />} to={paths.scheduleSync(organizationId, id)}>
            {t('details.schedule')}
          </MenuItem>
        )}
        <MenuItem icon={<IconSettings />} to={`${page}?tab=settings`}>
          {t('details.tab.settings')}
        </MenuItem>
        {can.edit && <MenuDivider />}
        {can.edit && (
          <MenuItem danger icon={<IconTrash />} aria-haspopup="dialog" onSelect={() => setDeleting(true)}>
            {t('settings.delete')}
          </MenuItem>
        )}
      </Menu>
      {isDeleting && <DeleteDialog source={source} onCancel={() => setDeleting(false)} />}
    </>
  );
}
