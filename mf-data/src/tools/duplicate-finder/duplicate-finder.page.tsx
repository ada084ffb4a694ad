import type { DuplicatesConfig } from '@headwater/shared/contract';
import { useParams } from '@headwater/shared/routing';
import { messages } from '../../messages.ts';
import { ToolFrame } from '../frame/tool-frame.tsx';
import { DuplicateForm } from './duplicate-form.tsx';
import { DuplicateGroups } from './duplicate-groups.tsx';
import { useFigures } from '../use-figures.ts';

const EMPTY: DuplicatesConfig = {
  tableId: '',
  columns: [],
  ignoreSpaces: true,
  ignoreCase: true,
  ignoreAccents: false,
  similar: null,
};

/** Finds rows that a table has more than once. Nothing is deleted. */
export function DuplicateFinderPage() {
  const t = messages.use();
  const figures = useFigures()['duplicate-finder'];
  const { organizationId = '' } = useParams();
  return (
    <ToolFrame<DuplicatesConfig>
      key={organizationId}
      tool={{ organizationId, slug: 'duplicate-finder' }}
      name={t('tools.duplicate-finder.name')}
      text={t('tools.duplicate-finder.text')}
      empty={EMPTY}
      canSample
      missing={({ tableId, columns }) =>
        tableId === '' ? t('tool.no_table') : columns.length === 0 ? t('duplicates.no_columns') : undefined
      }
      nameOf={() => t('tools.duplicate-finder.name')}
      figures={figures}
      form={(config, change) => (
        <DuplicateForm organizationId={organizationId} config={config} onChange={change} />
      )}
    >
      {(run, config) => <DuplicateGroups organizationId={organizationId} run={run} config={config} />}
    </ToolFrame>
  );
}
