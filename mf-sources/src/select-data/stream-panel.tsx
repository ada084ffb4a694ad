import type { CatalogStream } from '@headwater/shared/contract';
import { Banner, Cut, IconButton, styled, Text } from '@headwater/shared/ui';
import { IconClose } from '@headwater/shared/ui/icons';
import { useEffect, useRef } from 'react';
import { FailureText } from '../failure-text.tsx';
import { messages } from '../messages.ts';
import type { SourceConnection } from '../source.queries.ts';
import { FileReading } from './file-reading.tsx';
import { StreamColumns } from './stream-columns.tsx';

interface StreamPanelProps {
  source: SourceConnection;
  stream: CatalogStream;
  /** Whether the focus moves to the panel or stays where it is. */
  takesFocus: boolean;
  onClose(): void;
}

/** The columns of one table, next to the list or, if there is no room, below it. */
export function StreamPanel({ source, stream, takesFocus, onClose }: StreamPanelProps) {
  const t = messages.use();
  const { tableName, columnCount, problem, findings } = stream;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <Panel
      aria-label={t('tables.details', { table: tableName })}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <Head>
        <Cut as="h2" ref={heading} tabIndex={-1} title={tableName}>
          {tableName}
        </Cut>
        <IconButton label={t('tables.close')} onClick={onClose}>
          <IconClose />
        </IconButton>
      </Head>
      <Text tone="muted" size={13}>
        {t('tables.columns_count', { count: columnCount })}
      </Text>
      {problem && (
        <Banner tone="bad">
          <FailureText failure={problem} />
        </Banner>
      )}
      {findings.length > 0 && <FileReading source={source} findings={findings} />}
      <StreamColumns sourceConnectionId={source.id} stream={stream} />
    </Panel>
  );
}

const Panel = styled('aside')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignContent: 'start',
  gap: 10,
  padding: '14px 12px 20px 20px',
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
