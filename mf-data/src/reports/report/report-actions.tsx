import { useFormat } from '@headwater/shared/messages';
import { paths, useNavigate, useSearchParams } from '@headwater/shared/routing';
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
import type { Report } from '../report.queries.ts';
import { useReportWork } from '../use-report-work.tsx';
import { codeOf, WithCode } from '../../table/with-code.tsx';
import { ShareDialog } from '../share/share-dialog.tsx';
import { ReportVersions } from './report-versions.tsx';

const dialog = codeOf(
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
export function ReportActions({ organizationId, report, canEdit }: ReportActionsProps) {
  const t = messages.use();
  const navigate = useNavigate();
  const [query, setQuery] = useSearchParams();
  const { timeZone: zone } = useFormat();
  const [isDeleting, setDeleting] = useState(false);
  const { copy, remove } = useReportWork(organizationId, report, () =>
    navigate(paths.reports(organizationId)),
  );
  const show = (isShown: boolean) =>
    setQuery((latest) => {
      const next = new URLSearchParams(latest);
      if (isShown) next.set('versions', '1');
      else next.delete('versions');
      return next;
    });
  const share = (isShown: boolean) =>
    setQuery((latest) => {
      const next = new URLSearchParams(latest);
      if (isShown) next.set('share', '1');
      else next.delete('share');
      return next;
    });
  const watch = (isShown: boolean) =>
    setQuery((latest) => {
      const next = new URLSearchParams(latest);
      next.delete('card');
      if (isShown) next.set('alerts', '1');
      else next.delete('alerts');
      return next;
    });
  const subscribe = (isShown: boolean) =>
    setQuery((latest) => {
      const next = new URLSearchParams(latest);
      next.delete('deliveries');
      if (isShown) next.set('subscribe', '1');
      else next.delete('subscribe');
      return next;
    });
  const edited = new URLSearchParams(query);
  edited.delete('versions');
  edited.delete('share');
  edited.delete('subscribe');
  edited.delete('alerts');
  edited.delete('card');
  edited.delete('deliveries');
  edited.set('edit', '1');
  return (
    <>
      <Button
        size="small"
        variant="ghost"
        icon={<IconMail />}
        aria-label={t('subscribe.button')}
        aria-haspopup="dialog"
        onClick={() => subscribe(true)}
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
          onClick={() => share(true)}
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
        <MenuItem icon={<IconBell />} aria-haspopup="dialog" onSelect={() => watch(true)}>
          {t('alerts.button')}
        </MenuItem>
        <MenuDivider />
        <MenuItem icon={<IconHistory />} aria-haspopup="dialog" onSelect={() => show(true)}>
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
      <Drawer open={query.has('versions')} title={t('reports.versions')} onClose={() => show(false)}>
        <ReportVersions organizationId={organizationId} report={report} canEdit={canEdit} />
      </Drawer>
      {canEdit && query.has('share') && (
        <ShareDialog organizationId={organizationId} report={report} onClose={() => share(false)} />
      )}
      {query.has('alerts') && (
        <WithCode code={alertsDialog} thing={t('alerts.thing')} loading={null}>
          {({ AlertsDialog }) => (
            <AlertsDialog
              organizationId={organizationId}
              report={report}
              canEdit={canEdit}
              onClose={() => watch(false)}
            />
          )}
        </WithCode>
      )}
      {query.has('subscribe') && (
        <WithCode code={dialog} thing={t('subscribe.thing')} loading={null}>
          {({ SubscribeDialog }) => (
            <SubscribeDialog
              organizationId={organizationId}
              report={report}
              onClose={() => subscribe(false)}
            />
          )}
        </WithCode>
      )}
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

/** Beside the crumbs of a narrow screen, there is room for the icons only. */
const Wide = styled('span')({ '@media (max-width: 600px)': { display: 'none' } });
