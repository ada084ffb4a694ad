import { paths } from '@headwater/shared/routing';
import { useMay } from '@headwater/shared/session';
import { IconButton } from '@headwater/shared/ui';
import {
  IconBell,
  IconCopy,
  IconEdit,
  IconLink,
  IconMail,
  IconMore,
  IconTrash,
} from '@headwater/shared/ui/icons';
import { Menu, MenuDivider, MenuItem } from '@headwater/shared/ui/menu';
import { useState } from 'react';
import { messages } from '../../messages.ts';
import { DeleteReport } from '../delete-report.tsx';
import type { ListedReport } from '@headwater/shared/figures';
import { useReportWork } from '../use-report-work.tsx';

interface ReportMenuProps {
  organizationId: string;
  report: ListedReport;
}

/** What can be done with a report of the list. */
export function ReportMenu({ organizationId, report }: ReportMenuProps) {
  const t = messages.use();
  const canEdit = useMay('data:edit');
  const [isDeleting, setDeleting] = useState(false);
  const { copy, remove } = useReportWork(organizationId, report);
  const page = paths.report(organizationId, report.id);
  return (
    <>
      <Menu
        align="end"
        trigger={(wiring) => (
          <IconButton size="small" label={t('reports.actions_of', { name: report.name })} {...wiring}>
            <IconMore />
          </IconButton>
        )}
      >
        {canEdit && (
          <MenuItem icon={<IconEdit />} to={`${page}?edit=1`}>
            {t('reports.edit')}
          </MenuItem>
        )}
        <MenuItem icon={<IconMail />} to={`${page}?dialog=subscribe`}>
          {t('subscribe.button')}
        </MenuItem>
        {canEdit && (
          <MenuItem icon={<IconLink />} to={`${page}?dialog=share`}>
            {t('share.button')}
          </MenuItem>
        )}
        <MenuItem icon={<IconBell />} to={`${page}?dialog=alerts`}>
          {t('alerts.button')}
        </MenuItem>
        {canEdit && <MenuDivider />}
        {canEdit && (
          <MenuItem icon={<IconCopy />} onSelect={() => copy.mutate()}>
            {t('reports.copy')}
          </MenuItem>
        )}
        {canEdit && (
          <MenuItem danger icon={<IconTrash />} aria-haspopup="dialog" onSelect={() => setDeleting(true)}>
            {t('reports.delete')}
          </MenuItem>
        )}
      </Menu>
      <DeleteReport
        name={report.name}
        open={isDeleting}
        busy={remove.isPending}
        onCancel={() => setDeleting(false)}
        onConfirm={() => remove.mutate()}
      />
    </>
  );
}
