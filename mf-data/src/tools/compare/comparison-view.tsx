import { type CompareConfig, type ComparisonResult, ownValue } from '@headwater/shared/contract';
import { useFormat } from '@headwater/shared/messages';
import { Note, Stack, styled, TextLink } from '@headwater/shared/ui';
import { EmptyState, Stat } from '@headwater/shared/ui/workspace';
import { messages } from '../../messages.ts';
import { DiffRows } from '../../table/diff-rows.tsx';
import type { ToolRun } from '../frame/tool.queries.ts';
import { rowsPath } from '../rows-path.ts';

interface ComparisonViewProps {
  organizationId: string;
  run: ToolRun;
  config: CompareConfig;
}

/** What a comparison has found: how many rows of each kind, in which columns, and the last of them. */
export function ComparisonView({ organizationId, run, config }: ComparisonViewProps) {
  const t = messages.use();
  const { number } = useFormat();
  const found = run.result as ComparisonResult | null;
  if (!found) return null;
  const { diff, oneOf, isKeyUseless, onlyLeft, onlyRight } = found;
  const { added, removed, changed, rowsBefore } = diff;
  const names = nameSides(run, t('compare.left'), t('compare.right'));
  const hasKey = diff.key.length > 0;
  return (
    <Stack gap={4}>
      <Figures>
        <Stat label={t('compare.same')} value={number(rowsBefore - removed - changed)} />
        {hasKey && <Stat label={t('diff.changed')} value={number(changed)} />}
        <Stat label={t('compare.only_in', { table: names.left })} value={number(removed)} />
        <Stat label={t('compare.only_in', { table: names.right })} value={number(added)} />
      </Figures>
      {onlyLeft && (
        <Note>{t('compare.columns_only_in', { table: names.left, columns: onlyLeft.join(', ') })}</Note>
      )}
      {onlyRight && (
        <Note>{t('compare.columns_only_in', { table: names.right, columns: onlyRight.join(', ') })}</Note>
      )}
      {oneOf > 1 && <Note>{t('compare.sampled', { oneOf })}</Note>}
      {!hasKey && <Note>{t(isKeyUseless ? 'compare.key_useless' : 'compare.without_key')}</Note>}
      {added + removed + changed === 0 ? (
        <EmptyState title={t(oneOf > 1 ? 'compare.none_in_sample' : 'compare.none')}>
          {t('compare.none_text')}
        </EmptyState>
      ) : (
        <>
          {changed > 0 && <Differing found={found} />}
          <DiffRows
            diff={diff}
            names={{
              added: t('compare.only_in', { table: names.right }),
              removed: t('compare.only_in', { table: names.left }),
              changed: t('diff.changed'),
            }}
          />
          <Links organizationId={organizationId} run={run} config={config} found={found} />
        </>
      )}
    </Stack>
  );
}

/** Names both sides by their tables, and two of one name by their versions or connections. */
function nameSides({ tables }: ToolRun, left: string, right: string) {
  const [one, other] = tables;
  if (!one || !other) return { left, right };
  if (one.id === other.id)
    return { left: `${one.tableName} ${one.version}`, right: `${other.tableName} ${other.version}` };
  if (one.tableName !== other.tableName) return { left: one.tableName, right: other.tableName };
  return {
    left: `${one.sourceConnectionName}: ${one.tableName}`,
    right: `${other.sourceConnectionName}: ${other.tableName}`,
  };
}

/** The columns that differ, those with the most rows first. */
function Differing({ found: { diff, renamed } }: { found: ComparisonResult }) {
  const t = messages.use();
  const { number } = useFormat();
  const differing = diff.columns
    .filter(({ changedRows }) => changedRows > 0)
    .sort((a, b) => b.changedRows - a.changedRows);
  const most = differing[0]?.changedRows ?? 1;
  return (
    <Stack gap={2}>
      <strong>{t('compare.where')}</strong>
      {diff.counted < diff.changed && <Note>{t('compare.counted', { counted: diff.counted })}</Note>}
      <Bars>
        {differing.map(({ name, changedRows }) => (
          <li key={name}>
            <span>
              {ownValue(renamed, name) === undefined ? name : `${name} → ${ownValue(renamed, name)}`}
            </span>
            <i style={{ inlineSize: `${(changedRows / most) * 100}%` }} />
            <span>{number(changedRows)}</span>
          </li>
        ))}
      </Bars>
    </Stack>
  );
}

/** Leads from the rows that are shown to their tables, if one column tells which rows they are. */
function Links({
  organizationId,
  run,
  config,
  found: { diff },
}: ComparisonViewProps & { found: ComparisonResult }) {
  const t = messages.use();
  const [left, right] = run.tables;
  const [key] = config.key;
  if (!left || !right || !key || config.key.length > 1 || diff.key.length === 0) return null;
  const { removed, added, changed } = diff.examples;
  const links = [
    { table: left, column: key.left, rows: [...removed, ...changed.map(({ before }) => before)] },
    { table: right, column: key.right, rows: [...added, ...changed.map(({ after }) => after)] },
  ].flatMap(({ table, column, rows }) => {
    const path = rowsPath(organizationId, table, [{ column, values: rows.map((row) => row[0] ?? null) }]);
    return path === null ? [] : [{ table, path }];
  });
  return (
    <Ways>
      {links.map(({ table, path }) => (
        <TextLink key={table.id} to={path}>
          {t('compare.show_rows', { table: table.tableName })}
        </TextLink>
      ))}
    </Ways>
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
  overflowWrap: 'anywhere',
});
const Bars = styled('ul')({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  display: 'grid',
  gap: 6,
  fontSize: 'var(--size-12)',
  '& li': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 140px) minmax(0, 1fr) auto',
    gap: 10,
    alignItems: 'center',
  },
  '& li > span:first-of-type': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& i': { height: 14, minWidth: 2, background: 'var(--accent)', borderRadius: 2 },
});
const Ways = styled('p')({ display: 'flex', flexWrap: 'wrap', gap: 16, margin: 0 });
