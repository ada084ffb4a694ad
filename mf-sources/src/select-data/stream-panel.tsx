import type { CatalogStream } from '@headwater/shared/contract';
import { useQuery } from '@headwater/shared/query';
import { paths, useSearchParams } from '@headwater/shared/routing';
import {
  Banner,
  Button,
  Cut,
  IconButton,
  Note,
  QueryBoundary,
  Row,
  Skeleton,
  styled,
} from '@headwater/shared/ui';
import { IconChevronDown, IconChevronUp, IconClose } from '@headwater/shared/ui/icons';
import { Tabs } from '@headwater/shared/ui/tabs';
import { useEffect, useRef } from 'react';
import { FailureText } from '../failure-text.tsx';
import { messages } from '../messages.ts';
import type { SourceConnection } from '../source.queries.ts';
import { streamSettingsQuery } from '../stream-settings.queries.ts';
import { useWorkspace } from '../workspace.ts';
import { FileReading } from './file-reading.tsx';
import { StreamColumns } from './stream-columns.tsx';
import { keptColumns } from './kept-columns.ts';
import { StreamSettingsForms } from './stream-settings-forms.tsx';
import type { Changes } from './use-changes.ts';
import { PANEL_TABS, panelTabOf, withPanelTab } from './view.ts';

interface StreamPanelProps {
  source: SourceConnection;
  stream: CatalogStream;
  choice: Changes;
  /** Whether the focus moves to the panel or stays where it is. */
  takesFocus: boolean;
  /** The tables before and after it in the list, as it is shown. */
  neighbors: Neighbors;
  onOpen(tableName: string): void;
  onClose(): void;
}

export type Neighbors = Record<'previous' | 'next', string | null>;

/** One table, next to the list or, if there is no room, below it: its columns, and how it is kept and read. */
export function StreamPanel({
  source,
  stream,
  choice,
  takesFocus,
  neighbors,
  onOpen,
  onClose,
}: StreamPanelProps) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const { tableName, problem, findings, change, comment } = stream;
  const settings = useQuery(streamSettingsQuery(organizationId, source.id, tableName));
  const [query] = useSearchParams();
  // Whoever may change the masks can see the source's rows.
  const canPreview = source.can.edit && problem === null;
  const parts = PANEL_TABS.filter((one) => one !== 'preview' || canPreview);
  const tab = panelTabOf(query, parts);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus, tableName]);
  const tabs = parts.map((one) => ({
    to: `?${withPanelTab(query, one)}`,
    label: t(`panel.tab.${one}`),
    current: one === tab,
    ...(one === 'columns' && { count: keptColumns(stream) }),
  }));
  // The columns don't wait for the settings.
  const loading =
    tab === 'columns' ? (
      <StreamColumns sourceConnectionId={source.id} stream={stream} />
    ) : (
      <Skeleton height={220} />
    );
  return (
    <Panel
      aria-label={t('tables.details', { table: tableName })}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <Head>
        <Cut as="h2" ref={heading} tabIndex={-1} title={tableName}>
          {tableName}
        </Cut>
        <Row gap={1} nowrap>
          {(['previous', 'next'] as const).map((direction) => {
            const to = neighbors[direction];
            return (
              <IconButton
                key={direction}
                label={t(`panel.${direction}`)}
                disabledReason={to === null ? t(`panel.no_${direction}`) : undefined}
                onClick={() => to !== null && onOpen(to)}
              >
                {direction === 'previous' ? <IconChevronUp /> : <IconChevronDown />}
              </IconButton>
            );
          })}
          <IconButton label={t('tables.close')} onClick={onClose}>
            <IconClose />
          </IconButton>
        </Row>
      </Head>
      {problem && (
        <Banner tone="bad">
          <FailureText failure={problem} />
        </Banner>
      )}
      {change === 'waits' && <Waits source={source} />}
      {comment !== null && <Note>{comment}</Note>}
      <Tabs label={t('panel.tabs', { table: tableName })} tabs={tabs} />
      {findings.length > 0 && tab === 'columns' && <FileReading source={source} findings={findings} />}
      <QueryBoundary query={settings} thing={t('panel.thing')} loading={loading}>
        {(saved) => (
          <StreamSettingsForms source={source} stream={stream} choice={choice} saved={saved} tab={tab} />
        )}
      </QueryBoundary>
    </Panel>
  );
}

function Waits({ source }: { source: SourceConnection }) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const changes = `${paths.sourceConnection(organizationId, source.id)}?tab=changes`;
  return (
    <Banner
      tone="warn"
      role="note"
      action={
        <Button size="small" to={changes}>
          {t('schema_changes.decide')}
        </Button>
      }
    >
      {t('panel.change_waits')}
    </Banner>
  );
}

const Panel = styled('aside')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  // Otherwise, the tabs would give way to a long form, because they can scroll.
  gridAutoRows: 'max-content',
  alignContent: 'start',
  gap: 12,
  padding: '14px 20px 0',
  borderLeft: 'var(--hair)',
  minWidth: 0,
  overflow: 'auto',
  maxHeight: 'calc(100dvh - 118px)',
  '@media (max-width: 1200px)': {
    borderLeft: 0,
    borderTop: '1px solid var(--line-2)',
    maxHeight: 'none',
    paddingInline: 24,
  },
  '@media (max-width: 600px)': { paddingInline: 16 },
});
const Head = styled('div')({
  display: 'flex',
  justifyContent: 'space-between',
  alignItems: 'center',
  gap: 8,
  '& > h2': { fontFamily: 'var(--font-mono)' },
});
