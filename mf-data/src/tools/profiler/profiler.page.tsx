import { DRY_RUN_ROWS, isAboutRows, type ProfilerConfig } from '@headwater/shared/contract';
import { useQuery } from '@headwater/shared/query';
import { useParams, useSearchParams } from '@headwater/shared/routing';
import { Stack } from '@headwater/shared/ui';
import { tableQueries } from '@headwater/shared/tables';
import { messages } from '../../messages.ts';
import { TableChoice, useTableById } from '../frame/table-choice.tsx';
import { ToolFrame } from '../frame/tool-frame.tsx';
import { CheckPicker } from './check-picker.tsx';
import { CheckResults } from './check-results.tsx';
import { useFigures } from '../use-figures.ts';

/** Checks of a table, which its profile suggests and which run after each sync. */
export function ProfilerPage() {
  const t = messages.use();
  const figures = useFigures().profiler;
  const { organizationId = '' } = useParams();
  const [query] = useSearchParams();
  const chosen = useTableById(organizationId, query.get('table') ?? '');
  const tables = useQuery(tableQueries.all(organizationId)).data ?? [];
  const isLong = (id: string) => (tables.find((one) => one.id === id)?.rows ?? 0) > DRY_RUN_ROWS;
  const empty: ProfilerConfig = { tableId: chosen?.id ?? '', checks: [] };
  return (
    <ToolFrame<ProfilerConfig>
      key={`${organizationId} ${empty.tableId}`}
      tool={{ organizationId, slug: 'profiler' }}
      name={t('tools.profiler.name')}
      text={t('tools.profiler.text')}
      empty={empty}
      missing={({ tableId, checks }) =>
        tableId === '' ? t('tool.no_table') : checks.length === 0 ? t('checks.none_chosen') : undefined
      }
      nameOf={() => t('checks.setup_name')}
      canSample
      missingInSample={({ tableId, checks }) =>
        isLong(tableId) && !checks.some(isAboutRows) ? t('checks.need_all_rows') : undefined
      }
      figures={figures}
      form={(config, change) => <Form organizationId={organizationId} config={config} onChange={change} />}
    >
      {(run) => <CheckResults organizationId={organizationId} run={run} />}
    </ToolFrame>
  );
}

interface FormProps {
  organizationId: string;
  config: ProfilerConfig;
  onChange(config: ProfilerConfig): void;
}

function Form({ organizationId, config, onChange }: FormProps) {
  const t = messages.use();
  const table = useTableById(organizationId, config.tableId);
  return (
    <Stack gap={4}>
      <TableChoice
        organizationId={organizationId}
        label={t('tool.table')}
        value={config.tableId}
        onChange={({ id }) => onChange({ tableId: id, checks: [] })}
      />
      {table && (
        <CheckPicker
          key={table.id}
          organizationId={organizationId}
          table={table}
          chosen={config.checks}
          onChange={(checks) => onChange({ ...config, checks })}
        />
      )}
    </Stack>
  );
}
