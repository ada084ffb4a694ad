import type { JoinConfig, JoinResult } from '@headwater/shared/contract';
import { useParams } from '@headwater/shared/routing';
import { messages } from '../../messages.ts';
import { ToolFrame } from '../frame/tool-frame.tsx';
import { EMPTY, readJoin } from './join-config.ts';
import { JoinForm } from './join-form.tsx';
import { JoinLive } from './join-live.tsx';
import { MatchFigures } from './match-figures.tsx';
import { useFigures } from '../use-figures.ts';

/** Joins tables. What comes out of it can be saved as a view. */
export function JoinBuilderPage() {
  const t = messages.use();
  const figures = useFigures()['join-builder'];
  const { organizationId = '' } = useParams();
  const tool = { organizationId, slug: 'join-builder' };
  const missing = ({ tableId, joins, columns }: JoinConfig) => {
    if (tableId === '' || joins.some((join) => join.tableId === '')) return t('join.no_tables');
    if (joins.some(({ keys }) => keys.length === 0)) return t('join.no_keys');
    return columns?.some(({ as }) => as.trim() === '') ? t('join.name_missing') : undefined;
  };
  return (
    <ToolFrame<JoinConfig>
      key={organizationId}
      tool={tool}
      name={t('tools.join-builder.name')}
      text={t('tools.join-builder.text')}
      empty={EMPTY}
      read={readJoin}
      missing={missing}
      nameOf={() => t('tools.join-builder.name')}
      figures={figures}
      form={(config, change) => (
        <JoinForm organizationId={organizationId} config={config} onChange={change} />
      )}
      live={(config) => <JoinLive tool={tool} config={config} missing={missing(config)} />}
    >
      {({ result, tables }, config) =>
        result && (
          <MatchFigures
            matches={(result as unknown as JoinResult).matches}
            nameOf={(id) => tables.find((table) => table.id === id)?.tableName ?? ''}
            config={config}
          />
        )
      }
    </ToolFrame>
  );
}
