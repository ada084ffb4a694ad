import { useFormat } from '@headwater/shared/messages';
import { paths, useDialog, useNavigate, useSearchParams, withoutDialog } from '@headwater/shared/routing';
import { Button, IconButton, styled } from '@headwater/shared/ui';
import {
  IconBell,
  IconCopy,
  IconDownload,
  IconEdit,
  IconHistory,
  IconLink,
  IconMail,
  IconMore,
  IconTrash,
} from '@headwater/shared/ui/icons';
import { Drawer, Menu, MenuDivider, MenuItem } from '@headwater/shared/ui/menu';
import { useState } from 'react';
import { messages } from '../../messages.ts';
import { reportFileUrl } from '../report-files.ts';
import { DeleteReport } from '../delete-report.tsx';
import { codeOf, type Report, WithCode } from '@headwater/shared/figures';
import { useReportWork } from '../use-report-work.tsx';
import { ShareDialog } from '../share/share-dialog.tsx';
import { ReportVersions } from './report-versions.tsx';

const subscribeDialog = codeOf(
  'subscribe-dialog',
  () => import(/* webpackChunkName: "subscribe-dialog" */ '../subscribe/subscribe-dialog.tsx'),
);

const alertsDialog = codeOf(
  'alerts-dialog',
  () => import(/* webpackChunkName: "alerts-dialog" */ '../alerts/alerts-dialog.tsx'),
);

interface ReportActionsProps {
  organizationId: string;
  report: Report;
  canEdit: boolean;
}

/** What can be done with a report as a whole. */
export function ReportActions(props: ReportActionsProps) {
  const { organizationId, report, canEdit } = props;
  const t = messages.use();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const dialog = useDialog();
  const { timeZone: zone } = useFormat();
  const [isDeleting, setDeleting] = useState(false);
  const { copy, remove } = useReportWork(organizationId, report, () =>
    navigate(paths.reports(organizationId)),
  );
  const edited = withoutDialog(query);
  edited.set('edit', '1');
  return (
    <>
      <Button
        size="small"
        variant="ghost"
        icon={<IconMail />}
        aria-label={t('subscribe.button')}
        aria-haspopup="dialog"
        onClick={() => dialog.show('subscribe')}
      >
        <Wide>{t('subscribe.button')}</Wide>
      </Button>
      {canEdit && (
        <Button
          size="small"
          variant="ghost"
          icon={<IconLink />}
          aria-label={t('share.button')}
          aria-haspopup="dialog"
          onClick={() => dialog.show('share')}
        >
          <Wide>{t('share.button')}</Wide>
        </Button>
      )}
      {canEdit && (
        <Button size="small" icon={<IconEdit />} to={`${paths.report(organizationId, report.id)}?${edited}`}>
          {t('reports.edit')}
        </Button>
      )}
      <Menu
        align="end"
        trigger={(wiring) => (
          <IconButton label={t('reports.actions')} {...wiring}>
            <IconMore />
          </IconButton>
        )}
      >
        <MenuItem
          icon={<IconDownload />}
          download={reportFileUrl({ organizationId, reportId: report.id }, 'report.pdf', { query, zone })}
        >
          {t('reports.save_pdf')}
        </MenuItem>
        <MenuItem icon={<IconBell />} aria-haspopup="dialog" onSelect={() => dialog.show('alerts')}>
          {t('alerts.button')}
        </MenuItem>
        <MenuDivider />
        <MenuItem icon={<IconHistory />} aria-haspopup="dialog" onSelect={() => dialog.show('versions')}>
          {t('reports.versions')}
        </MenuItem>
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
      <ReportDialogs {...props} />
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

/** The dialogs that the page's address can open. */
function ReportDialogs({ organizationId, report, canEdit }: ReportActionsProps) {
  const t = messages.use();
  const { name, show } = useDialog();
  const close = () => show(null);
  return (
    <>
      <Drawer open={name === 'versions'} title={t('reports.versions')} onClose={close}>
        <ReportVersions organizationId={organizationId} report={report} canEdit={canEdit} />
      </Drawer>
      {canEdit && name === 'share' && (
        <ShareDialog organizationId={organizationId} report={report} onClose={close} />
      )}
      {name === 'alerts' && (
        <WithCode code={alertsDialog} thing={t('alerts.thing')} loading={null}>
          {({ AlertsDialog }) => (
            <AlertsDialog organizationId={organizationId} report={report} canEdit={canEdit} onClose={close} />
          )}
        </WithCode>
      )}
      {name === 'subscribe' && (
        <WithCode code={subscribeDialog} thing={t('subscribe.thing')} loading={null}>
          {({ SubscribeDialog }) => (
            <SubscribeDialog organizationId={organizationId} report={report} onClose={close} />
          )}
        </WithCode>
      )}
    </>
  );
}

/** Beside the crumbs of a narrow screen, there is room for the icons only. */
const Wide = styled('span')({ '@media (max-width: 600px)': { display: 'none' } });
