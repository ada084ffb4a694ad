import { useFormat } from '@headwater/shared/messages';
import { useInfiniteQuery } from '@headwater/shared/query';
import { useParams, useTitle } from '@headwater/shared/routing';
import { Button, Cut, QueryBoundary, Skeleton, styled, Text, TwoLines } from '@headwater/shared/ui';
import { IconHistory } from '@headwater/shared/ui/icons';
import { DataTable, type DataTableColumn } from '@headwater/shared/ui/table';
import { EmptyState, Frame, FrameFoot, MoreButton } from '@headwater/shared/ui/workspace';
import { useState } from 'react';
import { AuditActorCell } from './audit-actor.tsx';
import { AuditDetails } from './audit-details.tsx';
import { auditLogQuery, type AuditEvent } from './audit-log.queries.ts';
import { AuditToolbar } from './audit-toolbar.tsx';
import { OutcomeMark } from './outcome-mark.tsx';
import { useAuditFilter } from './use-audit-filter.ts';
import { auditMessages } from './messages.ts';

/** What was done in the workspace and by whom, newest first. */
export function AuditLogPage() {
  const t = auditMessages.use();
  const { number } = useFormat();
  const { organizationId = '' } = useParams();
  const { filter, set, clear } = useAuditFilter();
  const [opened, setOpened] = useState<AuditEvent | null>(null);
  const log = useInfiniteQuery(auditLogQuery(organizationId, filter));
  const columns = useColumns(setOpened);
  useTitle(t('audit.title'));
  return (
    <>
      <AuditToolbar filter={filter} set={set} />
      <QueryBoundary query={log} thing={t('audit.thing')} loading={<Skeleton width="100%" height={320} />}>
        {({ pages }) => {
          const events = pages.flatMap((page) => page.items);
          if (events.length === 0)
            return (
              <EmptyState
                icon={<IconHistory size={20} />}
                title={t('audit.empty')}
                action={<Button onClick={clear}>{t('audit.show_all')}</Button>}
              >
                {t('audit.empty_text')}
              </EmptyState>
            );
          return (
            <Frame bleed>
              <DataTable
                label={t('audit.title')}
                columns={columns}
                rows={events}
                rowKey={({ id }) => id}
                density="roomy"
              />
              <FrameFoot>
                <span>
                  {t('audit.shown', { shown: number(events.length), total: number(pages[0]?.total ?? 0) })}
                </span>
                <MoreButton list={log}>{t('audit.more')}</MoreButton>
              </FrameFoot>
            </Frame>
          );
        }}
      </QueryBoundary>
      {opened && <AuditDetails event={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

function useColumns(open: (event: AuditEvent) => void): DataTableColumn<AuditEvent>[] {
  const t = auditMessages.use();
  const { timestamp, exactTime } = useFormat();
  return [
    {
      id: 'time',
      head: t('audit.time'),
      width: 172,
      hideBelow: 600,
      cell: ({ at }) => (
        <Time dateTime={at} title={exactTime(at)}>
          {timestamp(at.replace(/\.\d+/, ''))}
        </Time>
      ),
    },
    {
      id: 'actor',
      head: t('audit.actor'),
      hideBelow: 600,
      width: '24%',
      cell: ({ actor }) => <AuditActorCell actor={actor} />,
    },
    {
      id: 'action',
      head: t('audit.action'),
      rowHead: true,
      cell: (event) => (
        <TwoLines>
          <Opener type="button" aria-haspopup="dialog" onClick={() => open(event)}>
            {t(`audit.action.${event.action}`)}
          </Opener>
          <Narrow>
            {event.subject?.name && <Cut>{event.subject.name}</Cut>}
            <AuditActorCell actor={event.actor} />
            {timestamp(event.at.replace(/\.\d+/, ''))}
          </Narrow>
        </TwoLines>
      ),
    },
    {
      id: 'subject',
      head: t('audit.subject'),
      hideBelow: 900,
      width: '26%',
      cell: ({ subject }) => (
        <Cut title={subject?.name ?? undefined}>
          <Text tone="muted">{subject?.name ?? '–'}</Text>
        </Cut>
      ),
    },
    {
      id: 'outcome',
      head: t('audit.outcome'),
      width: 120,
      cell: ({ outcome }) => <OutcomeMark outcome={outcome} />,
    },
  ];
}

const Time = styled('time')({ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' });
/** Opens the details, and looks like the text that it is. */
const Opener = styled('button')({
  all: 'unset',
  cursor: 'pointer',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  borderRadius: 'var(--radius-in)',
  '&:hover': { textDecoration: 'underline', textUnderlineOffset: 3 },
  '&:focus-visible': { outline: '2px solid var(--focus)', outlineOffset: 2 },
});
const Narrow = styled('span')({
  display: 'none',
  '@media (max-width: 600px)': { display: 'grid', gap: 2, paddingBlock: 2 },
});
