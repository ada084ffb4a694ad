import { compareNames, DRIFT, type TableQuality } from '@headwater/shared/contract';
import { useFormat } from '@headwater/shared/messages';
import { Link, useSearchParams } from '@headwater/shared/routing';
import { Cut, Figure, Note, Stack, styled, Text } from '@headwater/shared/ui';
import { Frame, FrameFoot, Mark } from '@headwater/shared/ui/workspace';
import { DataTable, type DataTableColumn } from '@headwater/shared/ui/table';
import { messages } from '../../messages.ts';
import { findingsOf, isDrifting, type TableFinding } from './findings.ts';

/** The connection's tables with what drifts in each, those first in which something does. */
export function DriftTable({ tables }: { tables: readonly TableQuality[] }) {
  const t = messages.use();
  const { number, percent } = useFormat();
  const [query] = useSearchParams();
  const drifting = tables.filter(isDrifting).length;
  const compared = tables.filter((table) => isDrifting(table) || table.volume.usual !== null).length;
  const sorted = tables.toSorted(
    (one, other) =>
      Number(isDrifting(other)) - Number(isDrifting(one)) || compareNames(one.tableName, other.tableName),
  );
  const columns: DataTableColumn<TableQuality>[] = [
    {
      id: 'table',
      head: t('tables_tab.col_table'),
      rowHead: true,
      cell: ({ tableName }) => (
        <TableName title={tableName}>
          <Link to={`?${withTable(query, tableName)}`}>{tableName}</Link>
        </TableName>
      ),
    },
    {
      id: 'findings',
      head: t('quality.col_findings'),
      cell: (table) => <Findings found={findingsOf(table)} />,
    },
    {
      id: 'rows',
      head: t('tables_tab.col_rows'),
      cell: ({ volume: { rows } }) => (rows === null ? '–' : number(rows)),
      align: 'end',
      hideBelow: 600,
    },
    {
      id: 'usual',
      head: t('quality.col_usual'),
      cell: ({ volume: { usual } }) => (usual ? <Figure>{rangeText(t, number, usual)}</Figure> : '–'),
      align: 'end',
      hideBelow: 900,
    },
    {
      id: 'rejected',
      head: t('quality.col_rejected'),
      cell: ({ latest: { rejected } }) => (
        <Text tone={rejected > 0 ? 'warn' : undefined}>{number(rejected)}</Text>
      ),
      align: 'end',
      hideBelow: 900,
    },
  ];
  return (
    <Stack gap={3}>
      <h2>{t('quality.drift')}</h2>
      <Note>
        {t('quality.rule', {
          runs: DRIFT.runs,
          needed: DRIFT.runsNeeded,
          spreads: number(DRIFT.spreads),
          rows: percent(DRIFT.rowTolerance),
          nulls: number(DRIFT.nullTolerance * 100),
        })}
      </Note>
      <Frame bleed>
        <DataTable
          label={t('quality.drift')}
          columns={columns}
          rows={sorted}
          rowKey={({ tableName }) => tableName}
          density="roomy"
        />
        <FrameFoot>
          {compared === 0
            ? t('quality.none_compared')
            : t('quality.drifting', { drifting, tables: compared, others: tables.length - compared })}
        </FrameFoot>
      </Frame>
    </Stack>
  );
}

/** Returns a range of row counts, as whole numbers. */
export const rangeText = (
  t: ReturnType<typeof messages.use>,
  write: (value: number) => string,
  { low, high }: { low: number; high: number },
) => t('quality.range', { low: write(Math.ceil(low)), high: write(Math.floor(high)) });

function withTable(query: URLSearchParams, tableName: string): URLSearchParams {
  const next = new URLSearchParams(query);
  next.set('table', tableName);
  return next;
}

/** How many findings of a table are listed before the rest is counted. */
const SHOWN = 2;

function Findings({ found }: { found: readonly TableFinding[] }) {
  const t = messages.use();
  return (
    <Stack gap={1}>
      {found.slice(0, SHOWN).map((finding) => (
        <Finding key={'column' in finding ? finding.column : finding.kind} finding={finding} />
      ))}
      {found.length > SHOWN && (
        <Text tone="dim" size={12}>
          {t('quality.more_findings', { count: found.length - SHOWN })}
        </Text>
      )}
    </Stack>
  );
}

function Finding({ finding }: { finding: TableFinding }) {
  const t = messages.use();
  const { percent } = useFormat();
  if (finding.kind === 'unknown')
    return (
      <Mark
        glyph="never"
        tone="none"
        words={t('quality.unknown', { earlier: finding.earlier, needed: DRIFT.runsNeeded })}
      />
    );
  if (finding.kind === 'as_usual' || finding.kind === 'rows_as_usual')
    return <Mark glyph="synced" tone="ok" words={t(`quality.${finding.kind}`)} />;
  const words =
    'column' in finding
      ? t(`quality.${finding.kind}`, {
          column: finding.column,
          share: percent(finding.share),
          usual: percent(finding.usual),
        })
      : t(`quality.${finding.kind}`);
  return <Mark glyph="delayed" tone="warn" words={<Wrapped>{words}</Wrapped>} />;
}

/** A mark keeps its words on one line, but a sentence needs more on a phone. */
const Wrapped = styled('span')({ whiteSpace: 'normal', overflowWrap: 'anywhere' });
const TableName = styled(Cut)({
  font: 'var(--weight-medium) 12.5px/1.5 var(--font-mono)',
  maxWidth: 'min(320px, 36vw)',
});
