import type { DiffColumn, VersionDiff } from '@headwater/shared/contract';
import { useFormat } from '@headwater/shared/messages';
import { useSearchParams } from '@headwater/shared/routing';
import { Stack, styled } from '@headwater/shared/ui';
import { DataTable, hasZone, type DataTableColumn } from '@headwater/shared/ui/table';
import { Chips, FilterChip, Frame, FrameFoot } from '@headwater/shared/ui/workspace';
import { messages } from '../messages.ts';

const KINDS = ['changed', 'added', 'removed'] as const;
type Kind = (typeof KINDS)[number];

interface DiffRow {
  id: string;
  before: readonly (string | null)[] | null;
  after: readonly (string | null)[] | null;
  /** The positions of the columns that differ. */
  columns: readonly number[];
}

/** The last rows that were changed, added, or removed, one kind at a time, with the kind in the URL. */
export function DiffRows({ diff }: { diff: VersionDiff }) {
  const t = messages.use();
  const { number } = useFormat();
  const [query, setQuery] = useSearchParams();
  const kinds = KINDS.filter((kind) => diff[kind] > 0);
  const shown = kinds.find((kind) => kind === query.get('rows')) ?? kinds[0]!;
  const rows = rowsOf(diff, shown);
  const columns = useColumns(diff, shown);
  const show = (kind: Kind) => {
    const next = new URLSearchParams(query);
    next.set('rows', kind);
    setQuery(next, { replace: true });
  };
  return (
    <Stack gap={3}>
      <Chips role="group" aria-label={t('diff.kinds')}>
        {kinds.map((kind) => (
          <FilterChip
            key={kind}
            pressed={kind === shown}
            count={number(diff[kind])}
            onClick={() => show(kind)}
          >
            {t(`diff.${kind}`)}
          </FilterChip>
        ))}
      </Chips>
      <Frame bleed>
        <Region role="region" aria-label={t(`diff.${shown}`)} tabIndex={0}>
          <DataTable label={t(`diff.${shown}`)} columns={columns} rows={rows} rowKey={({ id }) => id} />
        </Region>
        <FrameFoot>{t('diff.shown', { shown: rows.length, rows: diff[shown] })}</FrameFoot>
      </Frame>
    </Stack>
  );
}

function rowsOf({ examples }: VersionDiff, kind: Kind): DiffRow[] {
  if (kind === 'changed') return examples.changed.map((row, at) => ({ ...row, id: String(at) }));
  return examples[kind].map((row, at) => ({
    id: String(at),
    before: kind === 'removed' ? row : null,
    after: kind === 'added' ? row : null,
    columns: [],
  }));
}

/** The key comes first, then what differs, so that neither has to be looked for. */
function useColumns({ columns, key }: VersionDiff, kind: Kind): DataTableColumn<DiffRow>[] {
  const valueOf = useValue();
  const places = columns.map((column, at) => ({ column, at }));
  const rank = ({ column }: (typeof places)[number]) =>
    key.includes(column.name) ? 0 : kind === 'changed' && column.changedRows > 0 ? 1 : 2;
  const isShown = ({ column: { change } }: (typeof places)[number]) =>
    kind === 'changed' || change !== (kind === 'added' ? 'removed' : 'added');
  return places
    .filter(isShown)
    .sort((a, b) => rank(a) - rank(b))
    .map(({ column, at }, position) => ({
      id: column.name,
      head: column.name,
      rowHead: position === 0,
      align: column.kind === 'number' ? 'end' : undefined,
      cell: ({ before, after, columns: differing }) =>
        before && after && differing.includes(at) ? (
          <Change>
            <del>{valueOf(column, before[at])}</del> <ins>{valueOf(column, after[at])}</ins>
          </Change>
        ) : (
          <Value>{valueOf(column, (column.change === 'removed' ? before : (after ?? before))?.[at])}</Value>
        ),
    }));
}

function useValue() {
  const t = messages.use();
  const { timestamp } = useFormat();
  return (column: DiffColumn, value: string | null | undefined) => {
    if (value === null || value === undefined) return <i>{t('diff.null')}</i>;
    return hasZone(column) ? timestamp(value) : value;
  };
}

// The table is as wide as its columns, and this scrolls, also by keyboard.
const Region = styled('div')({ overflowX: 'auto', '& > div': { overflow: 'visible' } });

const Value = styled('span')({
  display: 'block',
  maxWidth: 320,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  '& i': { color: 'var(--text-3)' },
});

const Change = styled('span')({
  whiteSpace: 'nowrap',
  '& del, & ins': {
    display: 'inline-block',
    maxWidth: 240,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    verticalAlign: 'bottom',
    padding: '0 4px',
    borderRadius: 'var(--radius-in)',
  },
  '& del': { background: 'var(--bad-soft)', color: 'var(--bad-text)' },
  '& ins': { background: 'var(--ok-soft)', color: 'var(--ok-text)', textDecoration: 'none' },
});
