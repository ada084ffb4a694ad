import {
  isPrepared,
  SHEET_ROWS_MAX,
  STREAMED_ROWS_MAX,
  type PreparedFormat,
  type RowFormat,
} from '@headwater/shared/contract';
import { useErrorText, useFormat } from '@headwater/shared/messages';
import { useMutation, useQuery, useQueryClient } from '@headwater/shared/query';
import { useSearchParams } from '@headwater/shared/routing';
import type { TableAddress } from '@headwater/shared/tables';
import { styled, toast } from '@headwater/shared/ui';
import { IconFile } from '@headwater/shared/ui/icons';
import { Checkbox } from '@headwater/shared/ui/inputs';
import { useState, type ReactNode } from 'react';
import { messages } from '../../messages.ts';
import { CopyPage } from './copy-page.tsx';
import { MyExports } from './my-exports.tsx';
import { pageOf } from './paging.ts';
import { columnsIn, type QueryText, rowFileUrl, type RowPage, rowQueries } from '@headwater/shared/figures';
import { myExports, startExport } from './row-export.queries.ts';

interface ExportPanelProps {
  address: TableAddress;
  version: number;
  /** How many the version has. */
  columns: number;
  page: RowPage | undefined;
  /** The browser has begun to save a file, or rows are copied. */
  onDone(): void;
  /** There are exports to wait for. */
  onUnfinished(): void;
}

/** What people save. Programs also read Arrow. */
type SavedFormat = Exclude<RowFormat, 'arrow'>;

/** The formats, which rows and columns are saved, and the user's own exports. */
export function ExportPanel({ address, version, columns, page, onDone, onUnfinished }: ExportPanelProps) {
  const t = messages.use();
  const { number } = useFormat();
  const [query] = useSearchParams();
  const { filter, sort, columns: shown } = pageOf(query);
  const [matching, setMatching] = useState(true);
  const [asShown, setAsShown] = useState(true);
  const [exact, setExact] = useState(false);
  const asked = { filter: matching ? filter : '', sort, columns: asShown ? shown : '' };
  const count = useQuery(rowQueries.count(address, version, asked.filter)).data;
  const start = useStart(address, version, onUnfinished);
  return (
    <>
      <Formats aria-label={t('export.formats')}>
        {(['csv', 'xlsx', 'jsonl', 'parquet'] as const).map((format) => (
          <li key={format}>
            <Format
              format={format}
              rows={count}
              href={rowFileUrl(address, version, { ...asked, exact }, format)}
              busy={start.isPending}
              onSaved={onDone}
              onStart={(prepared) => start.mutate({ format: prepared, asked })}
            />
          </li>
        ))}
      </Formats>
      <Part>
        {filter !== '' && (
          <Checkbox
            label={t('export.only_matching')}
            checked={matching}
            onChange={() => setMatching(!matching)}
          />
        )}
        {shown !== '' && (
          <Checkbox
            label={t('export.only_shown', { shown: number(columnsIn(query).length), of: number(columns) })}
            checked={asShown}
            onChange={() => setAsShown(!asShown)}
          />
        )}
        <Checkbox label={t('export.exact')} checked={exact} onChange={() => setExact(!exact)} />
      </Part>
      {page && page.rows.length > 0 && <CopyPage address={address} page={page} onDone={onDone} />}
      <MyExports organizationId={address.organizationId} onUnfinished={onUnfinished} />
      <Foot>{t('export.note')}</Foot>
    </>
  );
}

function useStart(address: TableAddress, version: number, onUnfinished: () => void) {
  const t = messages.use();
  const errorText = useErrorText();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ format, asked }: { format: PreparedFormat; asked: QueryText }) =>
      startExport(address, { format, version, ...asked }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: myExports(address.organizationId).queryKey });
      onUnfinished();
    },
    onError: (error) => toast.error(t('export.not_started', { reason: errorText(error) })),
  });
}

interface FormatProps {
  format: SavedFormat;
  /** Undefined until they are counted. */
  rows: number | undefined;
  href: string;
  busy: boolean;
  onSaved(): void;
  onStart(format: PreparedFormat): void;
}

/** A link to the file, or a button if it has to be prepared. */
function Format({ format, rows, href, busy, onSaved, onStart }: FormatProps) {
  const t = messages.use();
  const name = t(`export.${format}`);
  const label = <Label name={name}>{useNote(format, rows)}</Label>;
  if (!isPrepared(format) || (rows !== undefined && rows <= STREAMED_ROWS_MAX))
    return (
      <LinkChoice href={href} download="" onClick={onSaved}>
        {label}
      </LinkChoice>
    );
  const isInert = busy || rows === undefined;
  return (
    <ButtonChoice
      type="button"
      aria-disabled={isInert || undefined}
      onClick={isInert ? undefined : () => onStart(format)}
    >
      {label}
    </ButtonChoice>
  );
}

function Label({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <IconFile />
      <span>
        <b>{name}</b>
        <small>{children}</small>
      </span>
    </>
  );
}

/** What sets a file of a format apart, and what isn't in it. */
function useNote(format: SavedFormat, rows: number | undefined): ReactNode {
  const t = messages.use();
  const { number } = useFormat();
  if (!isPrepared(format)) return t(`export.note_${format}`);
  if (rows === undefined) return t('export.counting');
  if (format === 'xlsx' && rows > SHEET_ROWS_MAX)
    return <em>{t('export.cut', { first: number(SHEET_ROWS_MAX), of: number(rows) })}</em>;
  return rows > STREAMED_ROWS_MAX ? t('export.prepared') : t(`export.note_${format}`);
}

const Formats = styled('ul')({ listStyle: 'none', margin: 0, padding: 4 });
const choice = {
  display: 'flex',
  gap: 10,
  alignItems: 'center',
  width: '100%',
  minHeight: 44,
  padding: '5px 8px',
  border: 0,
  borderRadius: 'var(--radius-in)',
  background: 'none',
  color: 'var(--text)',
  font: 'inherit',
  fontSize: 'var(--size-13)',
  textAlign: 'start',
  textDecoration: 'none',
  cursor: 'pointer',
  '&:hover': { background: 'var(--surface-3)' },
  '&[aria-disabled]': { cursor: 'default', color: 'var(--text-3)' },
  '& svg': { color: 'var(--icon)', flex: 'none' },
  '& > span': { display: 'grid', minWidth: 0 },
  '& b': { fontWeight: 'var(--weight-medium)' },
  '& small': { fontSize: 'var(--size-12)', color: 'var(--text-2)' },
  '& em': { fontStyle: 'normal', color: 'var(--warn-text)' },
} as const;
const LinkChoice = styled('a')(choice);
const ButtonChoice = styled('button')(choice);
const Part = styled('div')({
  display: 'grid',
  gap: 8,
  padding: '10px 12px',
  borderTop: 'var(--hair)',
  fontSize: 'var(--size-13)',
});
const Foot = styled('p')({
  padding: '10px 12px',
  borderTop: 'var(--hair)',
  fontSize: 'var(--size-12)',
  color: 'var(--text-2)',
});
