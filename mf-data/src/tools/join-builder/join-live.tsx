import type { JoinConfig } from '@headwater/shared/contract';
import { useQuery } from '@headwater/shared/query';
import { QueryBoundary, Skeleton, Stack } from '@headwater/shared/ui';
import { tableQueries } from '@headwater/shared/tables';
import { messages } from '../../messages.ts';
import { useSettled } from '@headwater/shared/figures';
import { BuiltQueryView } from '../built-query/built-query-view.tsx';
import { NothingYet } from '../frame/nothing-yet.tsx';
import type { ToolAddress } from '../frame/tool.queries.ts';
import { joinQueries } from './join.queries.ts';
import { MatchFigures } from './match-figures.tsx';

interface JoinLiveProps {
  tool: ToolAddress;
  config: JoinConfig;
  /** Why there is nothing to show yet. */
  missing: string | undefined;
}

/** What the join comes to, while it's being set up: how many rows find partners, and the first rows. */
export function JoinLive({ tool, config, missing }: JoinLiveProps) {
  const t = messages.use();
  // Also what is typed as a name becomes a request only once it's written.
  const settled = useSettled(missing === undefined ? JSON.stringify(config) : null);
  if (settled === null) return <NothingYet slug={tool.slug}>{missing ?? t('join.no_tables')}</NothingYet>;
  const shown = JSON.parse(settled) as JoinConfig;
  return (
    <Stack gap={5}>
      <Matches tool={tool} config={shown} />
      <BuiltQueryView tool={tool} config={shown} />
    </Stack>
  );
}

function Matches({ tool: { organizationId }, config }: Omit<JoinLiveProps, 'missing'>) {
  const t = messages.use();
  // Which columns there are, and what they're called, doesn't matter.
  const matches = useQuery(joinQueries.matches(organizationId, { ...config, columns: null }));
  const tables = useQuery(tableQueries.all(organizationId));
  const nameOf = (id: string) => tables.data?.find((table) => table.id === id)?.tableName ?? '';
  return (
    <QueryBoundary
      query={matches}
      thing={t('join.matches_thing')}
      loading={<Skeleton width="100%" height={88} />}
    >
      {(found) => (
        <MatchFigures
          matches={found.matches}
          config={config}
          nameOf={nameOf}
          isChanging={matches.isPlaceholderData}
        />
      )}
    </QueryBoundary>
  );
}
