import { useQuery } from '@headwater/shared/query';
import { Note, QueryBoundary, Skeleton, Stack, styled } from '@headwater/shared/ui';
import { CodeBlock } from '@headwater/shared/ui/workspace';
import { stateQuery } from '../connection-file.queries.ts';
import { messages } from '../messages.ts';
import type { SourceConnection } from '../source.queries.ts';
import { useWorkspace } from '../workspace.ts';

/** How far each table has been read, as JSON. It can't be edited: going back to a version takes it back as well. */
export function SyncState({ source }: { source: SourceConnection }) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const state = useQuery(stateQuery(organizationId, source.id));
  return (
    <QueryBoundary query={state} thing={t('state.thing')} loading={<Skeleton width="100%" height={120} />}>
      {({ tables }) =>
        tables.length === 0 ? (
          <Note>{t('state.none')}</Note>
        ) : (
          <Stack gap={3} style={{ maxWidth: 720 }}>
            <Note>{t('state.text')}</Note>
            <Scrolled>
              <CodeBlock
                code={JSON.stringify(tables, null, 2)}
                caption={t('state.caption', { count: tables.length })}
                fileName={`${source.name} state.json`}
              />
            </Scrolled>
          </Stack>
        )
      }
    </QueryBoundary>
  );
}

const Scrolled = styled('div')({ '& pre': { maxHeight: 320, overflowY: 'auto' } });
