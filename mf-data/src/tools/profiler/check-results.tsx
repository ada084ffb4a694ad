import type { CheckResult, ChecksResult } from '@headwater/shared/contract';
import { paths } from '@headwater/shared/routing';
import { Stack, styled, Text, TextLink } from '@headwater/shared/ui';
import { Frame, Mark } from '@headwater/shared/ui/workspace';
import { messages } from '../../messages.ts';
import type { ToolRun } from '../frame/tool.queries.ts';
import { useCheckText } from './use-check-text.ts';

/** What each check of a version has shown, those that failed first, with a way to their rows. */
export function CheckResults({ organizationId, run }: { organizationId: string; run: ToolRun }) {
  const t = messages.use();
  const result = run.result as ChecksResult | null;
  const [table] = run.tables;
  if (!result || !table) return null;
  const rowsOf = ({ filter }: CheckResult) =>
    filter !== null && table.isCurrent
      ? `${paths.table(organizationId, table.sourceConnectionId, table.tableName)}?filter=${encodeURIComponent(filter)}`
      : null;
  const order = ['failed', 'unknown', 'passed'];
  const checks = result.checks.toSorted(
    (one, other) => order.indexOf(one.state) - order.indexOf(other.state),
  );
  return (
    <Frame>
      <List aria-label={t('checks.results')}>
        {checks.map((one, at) => (
          <Result key={at} one={one} rows={result.rows} rowsPath={rowsOf(one)} />
        ))}
      </List>
    </Frame>
  );
}

function Result({ one, rows, rowsPath }: { one: CheckResult; rows: number; rowsPath: string | null }) {
  const t = messages.use();
  const text = useCheckText();
  const found = text.found(one, rows);
  const [glyph, tone] = MARKS[one.state];
  return (
    <li>
      <Mark glyph={glyph} tone={tone} words={t(`checks.state.${one.state}`)} />
      <Stack gap={1}>
        <span>{text.check(one.check)}</span>
        {(found !== null || rowsPath !== null) && (
          <Text tone="dim" size={13}>
            {found} {rowsPath && <TextLink to={rowsPath}>{t('checks.show_rows')}</TextLink>}
          </Text>
        )}
      </Stack>
    </li>
  );
}

const MARKS = {
  passed: ['synced', 'ok'],
  failed: ['failed', 'bad'],
  unknown: ['never', 'none'],
} as const;

const List = styled('ul')({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  '& > li': {
    display: 'grid',
    gridTemplateColumns: '96px minmax(0, 1fr)',
    gap: 12,
    padding: '10px 16px',
    alignItems: 'baseline',
    fontSize: 'var(--size-13)',
    overflowWrap: 'anywhere',
  },
  '& > li + li': { borderTop: 'var(--hair)' },
});
