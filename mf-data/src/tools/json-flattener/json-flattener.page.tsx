import type { FlattenConfig, FlattenResult } from '@headwater/shared/contract';
import { useParams } from '@headwater/shared/routing';
import { messages } from '../../messages.ts';
import { useSettled } from '@headwater/shared/figures';
import { BuiltQueryView } from '../built-query/built-query-view.tsx';
import { NothingYet } from '../frame/nothing-yet.tsx';
import { ToolFrame } from '../frame/tool-frame.tsx';
import type { ToolAddress } from '../frame/tool.queries.ts';
import { EMPTY, namesIn, readFlatten } from './flatten-config.ts';
import { FlattenCounts } from './flatten-counts.tsx';
import { FlattenForm } from './flatten-form.tsx';
import { useFigures } from '../use-figures.ts';

/** Makes columns and rows of JSON. What comes out of it can be saved as a view. */
export function JsonFlattenerPage() {
  const t = messages.use();
  const figures = useFigures()['json-flattener'];
  const { organizationId = '' } = useParams();
  const tool = { organizationId, slug: 'json-flattener' };
  const missing = (config: FlattenConfig) => {
    if (config.tableId === '') return t('tool.no_table');
    if (config.column === '') return t('flatten.no_column');
    if (namesIn(config).length === 0) return t('flatten.no_fields');
    return namesIn(config).some((name) => name.trim() === '') ? t('join.name_missing') : undefined;
  };
  return (
    <ToolFrame<FlattenConfig>
      key={organizationId}
      tool={tool}
      name={t('tools.json-flattener.name')}
      text={t('tools.json-flattener.text')}
      empty={EMPTY}
      read={readFlatten}
      missing={missing}
      nameOf={() => t('tools.json-flattener.name')}
      figures={figures}
      form={(config, change) => (
        <FlattenForm organizationId={organizationId} config={config} onChange={change} />
      )}
      live={(config) => <Live tool={tool} config={config} missing={missing(config)} />}
    >
      {({ result, config: run }) =>
        result && (
          <FlattenCounts
            found={result as unknown as FlattenResult}
            config={run as unknown as FlattenConfig}
          />
        )
      }
    </ToolFrame>
  );
}

interface LiveProps {
  tool: ToolAddress;
  config: FlattenConfig;
  /** Why there is nothing to show yet. */
  missing: string | undefined;
}

/** The first rows, once nothing has been typed for a moment. */
function Live({ tool, config, missing }: LiveProps) {
  const settled = useSettled(missing === undefined ? JSON.stringify(config) : null);
  if (settled === null) return <NothingYet slug={tool.slug}>{missing}</NothingYet>;
  return <BuiltQueryView tool={tool} config={JSON.parse(settled) as FlattenConfig} />;
}
