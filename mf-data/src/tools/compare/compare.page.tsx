import type { CompareConfig } from '@headwater/shared/contract';
import { useParams } from '@headwater/shared/routing';
import { messages } from '../../messages.ts';
import { ToolFrame } from '../frame/tool-frame.tsx';
import { CompareForm } from './compare-form.tsx';
import { ComparisonView } from './comparison-view.tsx';
import { useFigures } from '../use-figures.ts';

const EMPTY: CompareConfig = {
  left: { tableId: '', version: null },
  right: { tableId: '', version: null },
  key: [],
  columns: [],
};

/** Compares two tables, or two versions of one. */
export function ComparePage() {
  const t = messages.use();
  const figures = useFigures().compare;
  const { organizationId = '' } = useParams();
  return (
    <ToolFrame<CompareConfig>
      key={organizationId}
      tool={{ organizationId, slug: 'compare' }}
      name={t('tools.compare.name')}
      text={t('tools.compare.text')}
      empty={EMPTY}
      canSample
      missing={({ left, right, key, columns }) => {
        if (left.tableId === '' || right.tableId === '') return t('compare.no_tables');
        if (left.tableId === right.tableId && left.version === right.version)
          return t('compare.same_version');
        return key.length + columns.length === 0 ? t('compare.no_columns') : undefined;
      }}
      nameOf={() => t('tools.compare.name')}
      figures={figures}
      form={(config, change) => (
        <CompareForm organizationId={organizationId} config={config} onChange={change} />
      )}
    >
      {(run, config) => <ComparisonView organizationId={organizationId} run={run} config={config} />}
    </ToolFrame>
  );
}
