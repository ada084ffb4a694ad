import type { DiffColumn, VersionDiff } from '@headwater/shared/contract';
import { useFormat } from '@headwater/shared/messages';
import { useSearchParams } from '@headwater/shared/routing';
import { Stack, styled } from '@headwater/shared/ui';
import { Switch } from '@headwater/shared/ui/inputs';
import { DataTable, useReadableText, type DataTableColumn } from '@headwater/shared/ui/table';
import { Chips, FilterChip, Frame, FrameFoot, Toolbar } from '@headwater/shared/ui/workspace';
import { messages } from '../messages.ts';

const KINDS = ['added', 'changed', 'removed'] as const;
type Kind = (typeof KINDS)[number];

const SIGNS: Record<Kind, string> = { added: '+', changed: '~', removed: '−' };

interface DiffRow {
  id: string;
  kind: Kind;
  before: readonly (string | null)[] | null;
  after: readonly (string | null)[] | null;
  /** The positions of the columns that differ. */
  columns: readonly number[];
}

interface DiffRowsProps {
  diff: VersionDiff;
  /** What the kinds are called, unless they are those of two versions. */
  names?: Record<Kind, string>;
}

/** The last rows of each kind of difference. The kind, and whether all columns are shown, are in the URL. */
export function DiffRows({ diff, names: given }: DiffRowsProps) {
  const t = messages.use();
  const { number } = useFormat();
  const names = given ?? { added: t('diff.added'), changed: t('diff.changed'), removed: t('diff.removed') };
  const [query, setQuery] = useSearchParams();
  const kinds = KINDS.filter((kind) => diff[kind] > 0);
  const shown = kinds.length > 1 ? (kinds.find((kind) => kind === query.get('rows')) ?? null) : kinds[0]!;
  const shownKinds = shown === null ? kinds : [shown];
  const rows = shownKinds.flatMap((kind) => rowsOf(diff, kind));
  const all = shownKinds.reduce((sum, kind) => sum + diff[kind], 0);
  const canHide = shownKinds.includes('changed') && diff.columns.some((column) => !isTelling(diff, column));
  const hides = canHide && query.get('columns') !== 'all';
  const columns = useColumns(diff, names, shown, hides);
  const label = shown === null ? t('diff.rows') : names[shown];
  const set = (name: string, value: string | null) => {
    const next = new URLSearchParams(query);
    if (value === null) next.delete(name);
    else next.set(name, value);
    setQuery(next, { replace: true });
  };
  return (
    <Stack gap={3}>
      <Toolbar>
        <Chips role="group" aria-label={t('diff.kinds')}>
          {kinds.length > 1 && (
            <FilterChip
              pressed={shown === null}
              count={number(kinds.reduce((sum, kind) => sum + diff[kind], 0))}
              onClick={() => set('rows', null)}
            >
              {t('diff.all')}
            </FilterChip>
          )}
          {kinds.map((kind) => (
            <FilterChip
              key={kind}
              pressed={kind === shown}
              count={number(diff[kind])}
              onClick={() => set('rows', kind)}
            >
              {names[kind]}
            </FilterChip>
          ))}
        </Chips>
        {canHide && (
          <Switch
            label={t('diff.changed_columns')}
            checked={hides}
            onChange={() => set('columns', hides ? 'all' : null)}
          />
        )}
      </Toolbar>
      <Frame bleed>
        <Region role="region" aria-label={label} tabIndex={0}>
          <DataTable label={label} columns={columns} rows={rows} rowKey={({ id }) => id} />
        </Region>
        <FrameFoot>
          {t(shown === null && rows.length < all ? 'diff.shown_of_each' : 'diff.shown', {
            shown: rows.length,
            more: all - rows.length,
            rows: all,
          })}
        </FrameFoot>
      </Frame>
    </Stack>
  );
}

function rowsOf({ examples }: VersionDiff, kind: Kind): DiffRow[] {
  if (kind === 'changed') return examples.changed.map((row, at) => ({ ...row, kind, id: `${kind} ${at}` }));
  return examples[kind].map((row, at) => ({
    id: `${kind} ${at}`,
    kind,
    before: kind === 'removed' ? row : null,
    after: kind === 'added' ? row : null,
    columns: [],
  }));
}

/** Whether a column tells which row it is, or what has changed. */
const isTelling = ({ key }: VersionDiff, { name, change, changedRows }: DiffColumn) =>
  key.includes(name) || change !== null || changedRows > 0;

/** The key comes first, then what differs, so that neither has to be looked for. */
function useColumns(
  diff: VersionDiff,
  names: Record<Kind, string>,
  shown: Kind | null,
  hides: boolean,
): DataTableColumn<DiffRow>[] {
  const valueOf = useValue();
  const places = diff.columns.map((column, at) => ({ column, at }));
  const rank = ({ column }: (typeof places)[number]) => {
    if (diff.key.includes(column.name)) return 0;
    return shown !== 'added' && shown !== 'removed' && column.changedRows > 0 ? 1 : 2;
  };
  const isShown = ({ column }: (typeof places)[number]) => {
    if (shown === 'added') return column.change !== 'removed';
    if (shown === 'removed') return column.change !== 'added';
    return !hides || isTelling(diff, column);
  };
  const values = places
    .filter(isShown)
    .sort((a, b) => rank(a) - rank(b))
    .map(({ column, at }, position): DataTableColumn<DiffRow> => ({
      id: `value ${column.name}`,
      head: column.name,
      rowHead: position === 0,
      align: column.kind === 'number' ? 'end' : undefined,
      cell: ({ before, after, columns: differing }) => {
        if (before && after && differing.includes(at))
          return (
            <Change>
              <del>{valueOf(column, before[at])}</del> <ins>{valueOf(column, after[at])}</ins>
            </Change>
          );
        const row = rowWith(column, before, after);
        return <Value>{row === null ? '–' : valueOf(column, row[at])}</Value>;
      },
    }));
  const sign = {
    id: 'kind',
    head: '',
    width: 44,
    cell: ({ kind }: DiffRow) => (
      <Sign data-kind={kind} role="img" aria-label={names[kind]}>
        {SIGNS[kind]}
      </Sign>
    ),
  };
  return shown === null ? [sign, ...values] : values;
}

/** Returns the later of a row's two versions that has the column; null if none has. */
function rowWith({ change }: DiffColumn, before: DiffRow['before'], after: DiffRow['after']) {
  if (change === 'added') return after;
  return change === 'removed' ? before : (after ?? before);
}

function useValue() {
  const t = messages.use();
  const readable = useReadableText();
  return (column: DiffColumn, value: string | null | undefined) => {
    if (value === null || value === undefined) return <i>{t('diff.null')}</i>;
    return readable(value, column);
  };
}

// The table is as wide as its columns, and this scrolls, also by keyboard.
const Region = styled('div')({
  overflowX: 'auto',
  '& > div': { overflow: 'visible' },
  '& tbody tr': { background: 'var(--surface)' },
  // On phones a long key would cover everything else.
  '@media (min-width: 601px)': {
    '& tbody th, & thead th:first-of-type': { position: 'sticky', left: 0 },
    '& tbody th': { background: 'inherit' },
    '& thead th:first-of-type': { zIndex: 'calc(var(--z-sticky) + 1)' },
  },
  '& tr:has([data-kind="added"])': { background: 'var(--ok-soft)' },
  '& tr:has([data-kind="removed"])': { background: 'var(--bad-soft)' },
});

const Sign = styled('span')({
  fontSize: 'var(--size-14)',
  fontWeight: 'var(--weight-strong)',
  color: 'var(--warn-text)',
  '&[data-kind="added"]': { color: 'var(--ok-text)' },
  '&[data-kind="removed"]': { color: 'var(--bad-text)' },
});

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
