import type { PreviewedTable, SheetChoice } from '@headwater/shared/contract';
import { useFindingText } from '@headwater/shared/messages';
import { Cut, CutMiddle, Note, styled } from '@headwater/shared/ui';
import { KindIcon, useReadableText } from '@headwater/shared/ui/table';
import { fileMessages } from '../file-messages.ts';
import { FailureBanner } from './failure-banner.tsx';
import { SheetFields } from './sheet-fields.tsx';
import { withSheet } from './sheet-choices.ts';

/** How many values of each column are shown. */
const VALUES = 3;

interface TablePreviewProps {
  table: PreviewedTable;
  isOpen: boolean;
  /** What was chosen about the sheets of its upload or file. */
  sheets: readonly SheetChoice[];
  onSheets(uploadId: string, sheets: SheetChoice[]): void;
}

/** One table of the files: how it's read, and its columns with their types and first values. */
export function TablePreview({ table, isOpen, sheets, onSheets }: TablePreviewProps) {
  const t = fileMessages.use();
  const findingText = useFindingText();
  const { namespace, name, tableName, columnCount, rowCount, findings, problem, upload = '', layout } = table;
  const facts =
    rowCount === null
      ? t('file_preview.facts_columns', { columns: columnCount })
      : t('file_preview.facts', { rows: rowCount, columns: columnCount });
  return (
    <Details open={isOpen || problem !== null}>
      <summary>
        <Cut as="strong" title={tableName}>
          {tableName}
        </Cut>
        <small>{problem ? name : facts}</small>
      </summary>
      <div>
        {namespace !== null && (
          <Note>
            {namespace}: {name}
          </Note>
        )}
        {layout && (
          <SheetFields
            layout={layout}
            columns={table.columns}
            choice={sheets.find(({ sheet }) => sheet === layout.sheet) ?? { sheet: layout.sheet }}
            onChange={(choice) => onSheets(upload, withSheet(sheets, choice))}
          />
        )}
        {problem ? (
          <FailureBanner failure={problem} />
        ) : (
          <>
            {findings.length > 0 && (
              <Findings>
                {findings.map((finding, at) => (
                  <li key={at}>{findingText(finding)}</li>
                ))}
              </Findings>
            )}
            <Columns table={table} />
          </>
        )}
      </div>
    </Details>
  );
}

function Columns({ table: { tableName, columns, columnCount, rows } }: { table: PreviewedTable }) {
  const t = fileMessages.use();
  const readable = useReadableText();
  const more = columnCount - columns.length;
  return (
    // It scrolls, so it has to be reachable by keyboard.
    <List tabIndex={0} aria-label={t('file_preview.columns_of', { table: tableName })}>
      {columns.map((column, at) => {
        const { name, kind, type } = column;
        const values = rows.flatMap((row) => row[at] ?? []).slice(0, VALUES);
        return (
          <li key={name}>
            <KindIcon kind={kind} />
            <CutMiddle>{name}</CutMiddle>
            <Cut title={type}>{type}</Cut>
            <Values>
              {values.length === 0 && <em>{t('file_preview.no_values')}</em>}
              {values.map((value, position) => (
                <span key={position}>
                  {value === '' ? <em>{t('file_preview.empty')}</em> : readable(value, column)}
                </span>
              ))}
            </Values>
          </li>
        );
      })}
      {more > 0 && (
        <li>
          <span />
          <span>{t('file_preview.more_columns', { count: more })}</span>
        </li>
      )}
    </List>
  );
}

const Details = styled('details')({
  minWidth: 0,
  '& > summary': {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    alignItems: 'baseline',
    gap: '2px 12px',
    paddingBlock: 4,
    cursor: 'pointer',
    listStyle: 'none',
  },
  '& > summary::-webkit-details-marker': { display: 'none' },
  '& > summary strong': { fontFamily: 'var(--font-mono)', fontSize: 'var(--size-13)', minWidth: 0 },
  '& > summary small': { color: 'var(--text-3)', fontSize: 'var(--size-12)' },
  '& > div': { display: 'grid', gap: 8, minWidth: 0 },
});
const Findings = styled('ul')({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  color: 'var(--text-2)',
  fontSize: 'var(--size-13)',
  overflowWrap: 'anywhere',
});
const List = styled('ul')({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  maxHeight: 380,
  overflowY: 'auto',
  borderTop: 'var(--hair)',
  fontSize: 'var(--size-13)',
  '& > li': {
    display: 'grid',
    gridTemplateColumns: '16px minmax(0, 1fr) minmax(0, max-content)',
    gap: '2px 8px',
    alignItems: 'center',
    padding: '6px 2px',
    borderBottom: 'var(--hair)',
  },
  '& > li > .hw-icon': { color: 'var(--icon)' },
  '& > li > :nth-child(3)': {
    fontFamily: 'var(--font-mono)',
    fontSize: 'var(--size-12)',
    color: 'var(--text-3)',
  },
});
const Values = styled('span')({
  gridColumn: '2 / -1',
  display: 'flex',
  gap: 12,
  minWidth: 0,
  color: 'var(--text-2)',
  fontFamily: 'var(--font-mono)',
  fontSize: 'var(--size-12)',
  '& > *': { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& em': { fontFamily: 'var(--font-sans)', fontStyle: 'normal', color: 'var(--text-3)' },
});
