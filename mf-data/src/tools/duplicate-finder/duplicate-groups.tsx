import { isMoment, type DuplicatesConfig, type DuplicatesFound } from '@headwater/shared/contract';
import { useFormat } from '@headwater/shared/messages';
import { Note, Stack, styled, TextLink } from '@headwater/shared/ui';
import { DataTable, useReadableText } from '@headwater/shared/ui/table';
import { EmptyState, Frame, Stat } from '@headwater/shared/ui/workspace';
import { messages } from '../../messages.ts';
import type { ToolRun } from '../frame/tool.queries.ts';
import { rowsPath } from '../rows-path.ts';

interface DuplicateGroupsProps {
  organizationId: string;
  run: ToolRun;
  config: DuplicatesConfig;
}

/** How many duplicates there are, and the largest groups with a way to their rows. */
export function DuplicateGroups({ organizationId, run, config }: DuplicateGroupsProps) {
  const t = messages.use();
  const { number } = useFormat();
  const found = run.result as DuplicatesFound | null;
  const [table] = run.tables;
  if (!found || !table) return null;
  const { groups, rowsInGroups, skipped, oneOf } = found;
  return (
    <Stack gap={4}>
      <Figures>
        <Stat label={t('duplicates.groups')} value={number(groups)} />
        <Stat label={t('duplicates.rows_in_groups')} value={number(rowsInGroups)} />
        <Stat label={t('duplicates.more_than_once')} value={number(rowsInGroups - groups)} />
        <Stat label={t('duplicates.rows_read')} value={number(found.rows)} />
      </Figures>
      {oneOf > 1 && <Note>{t('duplicates.sampled', { oneOf })}</Note>}
      {found.empty > 0 && <Note>{t('duplicates.empty', { rows: found.empty })}</Note>}
      {skipped.blocks > 0 && (
        <Note>
          {t('duplicates.skipped', { blocks: skipped.blocks, rows: skipped.rows })}{' '}
          {skipped.largest.map(({ block, rows }) => `${block} (${number(rows)})`).join(', ')}
        </Note>
      )}
      {groups === 0 ? (
        <EmptyState title={t('duplicates.none')}>{t('duplicates.none_text')}</EmptyState>
      ) : (
        found.examples.map((group, at) => (
          <Group
            key={at}
            label={t('duplicates.group', { rows: group.rows })}
            group={group}
            columns={found.columns}
            path={rowsPath(
              organizationId,
              table,
              config.columns.map((column) => {
                const position = found.columns.findIndex(({ name }) => name === column);
                return { column, values: group.shown.map((row) => row[position] ?? null) };
              }),
            )}
          />
        ))
      )}
      {groups > found.examples.length && (
        <Note>{t('duplicates.more_groups', { groups: groups - found.examples.length })}</Note>
      )}
    </Stack>
  );
}

interface ShownRow {
  id: string;
  cells: readonly (string | null)[];
}

interface GroupProps {
  label: string;
  group: DuplicatesFound['examples'][number];
  columns: DuplicatesFound['columns'];
  /** Null if the rows can't be filtered. */
  path: string | null;
}

function Group({ label, group, columns, path }: GroupProps) {
  const t = messages.use();
  const readable = useReadableText();
  return (
    <Stack gap={2}>
      <Head>
        <strong>{label}</strong>
        {path && <TextLink to={path}>{t('duplicates.show_rows')}</TextLink>}
      </Head>
      <Frame>
        <Region role="region" aria-label={label} tabIndex={0}>
          <DataTable<ShownRow>
            label={label}
            rows={group.shown.map((cells, at) => ({ id: String(at), cells }))}
            rowKey={({ id }) => id}
            columns={columns.map(({ name, type }, at) => ({
              id: `value ${name}`,
              head: name,
              rowHead: at === 0,
              cell: ({ cells }: ShownRow) => {
                const value = cells[at] ?? null;
                const kind = isMoment({ type }) && type !== 'DATE' ? 'timestamp' : 'text';
                return (
                  <Value>
                    {value === null ? <i>{t('diff.null')}</i> : readable(value, { name, type, kind })}
                  </Value>
                );
              },
            }))}
          />
        </Region>
      </Frame>
      {group.rows > group.shown.length && (
        <Note>{t('duplicates.more_rows', { rows: group.rows - group.shown.length })}</Note>
      )}
    </Stack>
  );
}

const Figures = styled('dl')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(120px, 1fr))',
  gap: '12px 16px',
  margin: 0,
  padding: '12px 16px',
  border: '1px solid var(--line-2)',
  borderRadius: 'var(--radius)',
});
const Head = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 12, alignItems: 'baseline' });
// Wide rows scroll inside.
const Region = styled('div')({ overflowX: 'auto', '& > div': { overflow: 'visible' } });
const Value = styled('span')({
  display: 'block',
  maxWidth: 280,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  '& i': { color: 'var(--text-3)' },
});
