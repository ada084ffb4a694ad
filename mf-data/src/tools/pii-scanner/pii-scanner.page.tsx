import type { PiiScannerConfig } from '@headwater/shared/contract';
import { useParams, useSearchParams } from '@headwater/shared/routing';
import { Stack, Text } from '@headwater/shared/ui';
import { messages } from '../../messages.ts';
import { TableChoice, useTableById } from '../frame/table-choice.tsx';
import { ToolFrame } from '../frame/tool-frame.tsx';
import { Findings } from './findings.tsx';
import { useFigures } from '../use-figures.ts';

/** Finds personal data in a table, and leads to where it's masked. */
export function PiiScannerPage() {
  const t = messages.use();
  const figures = useFigures()['pii-scanner'];
  const { organizationId = '' } = useParams();
  const [query] = useSearchParams();
  const chosen = useTableById(organizationId, query.get('table') ?? '');
  const empty: PiiScannerConfig = { tableId: chosen?.id ?? '', notPersonal: [] };
  return (
    <ToolFrame<PiiScannerConfig>
      key={`${organizationId} ${empty.tableId}`}
      tool={{ organizationId, slug: 'pii-scanner' }}
      name={t('tools.pii-scanner.name')}
      text={t('tools.pii-scanner.text')}
      empty={empty}
      missing={({ tableId }) => (tableId === '' ? t('tool.no_table') : undefined)}
      nameOf={() => t('tools.pii-scanner.name')}
      canSample
      figures={figures}
      form={(config, change) => (
        <Stack gap={3}>
          <TableChoice
            organizationId={organizationId}
            label={t('tool.table')}
            value={config.tableId}
            onChange={({ id }) => change({ tableId: id, notPersonal: [] })}
          />
          <Text tone="dim" size={13}>
            {t('pii.how')}
          </Text>
          {config.notPersonal.length > 0 && (
            <Text size={13}>{t('pii.dismissed', { columns: config.notPersonal.join(', ') })}</Text>
          )}
        </Stack>
      )}
    >
      {(run, config, change) => (
        <Findings organizationId={organizationId} run={run} config={config} onChange={change} />
      )}
    </ToolFrame>
  );
}
