import type { CheckResult, ChecksResult } from '@headwater/shared/contract';
import { paths } from '@headwater/shared/routing';
import { Note, Stack, styled, Text, TextLink } from '@headwater/shared/ui';
import { Frame, Mark } from '@headwater/shared/ui/workspace';
import { messages } from '../../messages.ts';
import type { ToolRun } from '../frame/tool.queries.ts';
import { useCheckText } from './use-check-text.ts';

/** What each check of a version has shown, those that failed first, with a way to their rows. */
export function CheckResults({ organizationId, run }: { organizationId: string; run: ToolRun }) {
  const t = messages.use();
  const text = useCheckText();
  const result = run.result as ChecksResult | null;
  const [table] = run.tables;
  if (!result || !table) return null;
  const rowsOf = ({ filter }: CheckResult) =>
    filter !== null && table.isCurrent
      ? `${paths.table(organizationId, table.sourceConnectionId, table.tableName)}?filter=${encodeURIComponent(filter)}`
      : null;
  const order = ['failed', 'unknown', 'passed', 'not_tried'];
  const checks = result.checks.toSorted(
    (one, other) => order.indexOf(one.state) - order.indexOf(other.state),
  );
  return (
    <Stack gap={3}>
      {run.isSample && <Note>{text.sample(result)}</Note>}
      <Frame>
        <List aria-label={t('checks.results')}>
          {checks.map((one, at) => (
            <Result key={at} one={one} of={result} rowsPath={rowsOf(one)} />
          ))}
        </List>
      </Frame>
    </Stack>
  );
}

function Result({ one, of, rowsPath }: { one: CheckResult; of: ChecksResult; rowsPath: string | null }) {
  const t = messages.use();
  const text = useCheckText();
  const found = text.found(one, of);
  const isOpen = one.state === 'passed' && of.sampledRows !== undefined;
  const [glyph, tone] = isOpen ? MARKS.passed_sample : MARKS[one.state];
  return (
    <li>
      <Mark
        glyph={glyph}
        tone={tone}
        words={t(isOpen ? 'checks.state.passed_sample' : `checks.state.${one.state}`)}
      />
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
  // So far: rows that weren't read may fail.
  passed_sample: ['synced', 'none'],
  unknown: ['never', 'none'],
  not_tried: ['skipped', 'none'],
} as const;

const List = styled('ul')({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  '& > li': {
    display: 'grid',
    gridTemplateColumns: '112px minmax(0, 1fr)',
    gap: 12,
    padding: '10px 16px',
    alignItems: 'baseline',
    fontSize: 'var(--size-13)',
    overflowWrap: 'anywhere',
  },
  '& > li + li': { borderTop: 'var(--hair)' },
});
