import type { CatalogStream } from '@headwater/shared/contract';
import { Banner, Cut, IconButton, styled, Text } from '@headwater/shared/ui';
import { IconClose, IconKey } from '@headwater/shared/ui/icons';
import { KindIcon } from '@headwater/shared/ui/table';
import { useEffect, useRef } from 'react';
import { FailureText } from '../failure-text.tsx';
import { messages } from '../messages.ts';
import type { SourceConnection } from '../source.queries.ts';
import { FileReading } from './file-reading.tsx';

interface StreamPanelProps {
  source: SourceConnection;
  stream: CatalogStream;
  /** Whoever opened it goes there; else the focus stays where it is. */
  takesFocus: boolean;
  onClose(): void;
}

/** The columns of one table: beside the list, or under it where there is no room. */
export function StreamPanel({
  source,
  stream: { tableName, columns, primaryKey, problem, findings },
  takesFocus,
  onClose,
}: StreamPanelProps) {
  const t = messages.use();
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
        {t('tables.columns_count', { count: columns.length })}
      </Text>
      {problem && (
        <Banner tone="bad">
          <FailureText failure={problem} />
        </Banner>
      )}
      {findings.length > 0 && <FileReading source={source} findings={findings} />}
      <ul>
        {columns.map(({ name, kind, type, sourceType, nullable }) => (
          <li key={name}>
            {primaryKey.includes(name) ? (
              <IconKey size={14} label={t('tables.col_key')} />
            ) : (
              <KindIcon kind={kind} />
            )}
            <span>
              <Cut title={name}>{name}</Cut>
              <small>{t(nullable ? 'tables.may_be_null' : 'tables.not_null')}</small>
            </span>
            <span>
              <Cut title={`${t('tables.type')}: ${type}`}>{type}</Cut>
              <Cut as="small" title={`${t('tables.source_type')}: ${sourceType}`}>
                {sourceType}
              </Cut>
            </span>
          </li>
        ))}
      </ul>
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
  '& > ul > li': {
    display: 'grid',
    gridTemplateColumns: '16px minmax(0, 1fr) minmax(0, auto)',
    gap: 8,
    alignItems: 'center',
    minHeight: 44,
    borderBottom: 'var(--hair)',
    fontSize: 12.5,
    fontFamily: 'var(--font-mono)',
    '& > .hw-icon': { color: 'var(--icon)' },
    '& > span': { display: 'grid', minWidth: 0, lineHeight: 1.4 },
    '& > span:last-of-type': {
      justifyItems: 'end',
      maxWidth: 'min(190px, 48vw)',
      '& > *': { maxWidth: '100%' },
    },
    '& small': { color: 'var(--text-3)', fontSize: 'var(--size-12)', fontFamily: 'var(--font-sans)' },
  },
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
