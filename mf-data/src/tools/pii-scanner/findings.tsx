import type { PersonalDataResult, PersonalFinding, PiiScannerConfig } from '@headwater/shared/contract';
import { Button, Mono, Stack, styled, Text } from '@headwater/shared/ui';
import { Frame, Mark } from '@headwater/shared/ui/workspace';
import { messages } from '../../messages.ts';
import type { ToolRun } from '../frame/tool.queries.ts';
import { WhereToMask } from './where-to-mask.tsx';

interface FindingsProps {
  organizationId: string;
  run: ToolRun;
  config: PiiScannerConfig;
  onChange(config: PiiScannerConfig): void;
}

/** Columns that seem to have personal data, why, and what can be done about it. */
export function Findings({ organizationId, run, config, onChange }: FindingsProps) {
  const t = messages.use();
  const result = run.result as PersonalDataResult | null;
  const [table] = run.tables;
  if (!result || !table) return null;
  const findings = result.findings.filter(({ column }) => !config.notPersonal.includes(column));
  const dismiss = (column: string) => onChange({ ...config, notPersonal: [...config.notPersonal, column] });
  return (
    <Stack gap={3}>
      {findings.length === 0 ? (
        <Text>{t('pii.nothing', { count: result.columns })}</Text>
      ) : (
        <>
          <WhereToMask
            organizationId={organizationId}
            tableId={table.id}
            sourceConnectionId={table.sourceConnectionId}
            tableName={table.tableName}
          />
          <Frame>
            <List aria-label={t('pii.findings')}>
              {findings.map((finding) => (
                <Finding
                  key={`${finding.column} ${finding.kind}`}
                  finding={finding}
                  onDismiss={() => dismiss(finding.column)}
                />
              ))}
            </List>
          </Frame>
        </>
      )}
      {result.masked.length > 0 && (
        <Text tone="dim" size={13}>
          {t('pii.masked', { columns: result.masked.join(', ') })}
        </Text>
      )}
    </Stack>
  );
}

function Finding({ finding, onDismiss }: { finding: PersonalFinding; onDismiss(): void }) {
  const t = messages.use();
  const { column, kind, confidence, hits, values, isNamed, examples } = finding;
  const [glyph, tone] = MARKS[confidence];
  return (
    <li>
      <Stack gap={1}>
        <Head>
          <Mono>{column}</Mono>
          <Mark glyph={glyph} tone={tone} words={t(`pii.kind.${kind}`)} />
        </Head>
        <Text tone="dim" size={13}>
          {t(`pii.confidence.${confidence}`)}: {hits !== null && t('pii.hits', { hits, values })}{' '}
          {isNamed && t('pii.named')}
        </Text>
        {examples.length > 0 && (
          <Text tone="dim" size={13}>
            <Mono>{examples.join('  ')}</Mono>
          </Text>
        )}
      </Stack>
      <Button size="small" aria-label={t('pii.dismiss_column', { column })} onClick={onDismiss}>
        {t('pii.dismiss')}
      </Button>
    </li>
  );
}

const MARKS = {
  high: ['action', 'bad'],
  medium: ['incomplete', 'warn'],
  low: ['never', 'none'],
} as const;

const List = styled('ul')({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  '& > li': {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    gap: 12,
    padding: '10px 16px',
    alignItems: 'center',
    fontSize: 'var(--size-13)',
    overflowWrap: 'anywhere',
  },
  '& > li + li': { borderTop: 'var(--hair)' },
});
const Head = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: '4px 12px', alignItems: 'center' });
