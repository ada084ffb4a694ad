import { useErrorText, useFormat } from '@headwater/shared/messages';
import { useQuery } from '@headwater/shared/query';
import { Button, QueryBoundary, Skeleton, Stack, Text } from '@headwater/shared/ui';
import { IconStop } from '@headwater/shared/ui/icons';
import { Card, ProgressBar, RelativeTime } from '@headwater/shared/ui/workspace';
import type { ReactNode } from 'react';
import { messages } from '../../messages.ts';
import { isOver, runQuery, type ToolAddress, type ToolRun } from './tool.queries.ts';
import { useToolActions } from './use-tool-actions.ts';

interface RunViewProps {
  tool: ToolAddress;
  runId: string;
  /** Whether the user may cancel it. */
  canEdit: boolean;
  /** Shows what a run that is done has found. */
  children(run: ToolRun): ReactNode;
}

/** A run: how far it is, why it ended early, or what it has found and in which versions. */
export function RunView({ tool, runId, canEdit, children }: RunViewProps) {
  const t = messages.use();
  const run = useQuery(runQuery(tool, runId));
  return (
    <QueryBoundary query={run} thing={t('tool.run_thing')} loading={<Skeleton width="100%" height={160} />}>
      {(found) => (
        <Stack gap={3}>
          {isOver(found) ? <Versions run={found} /> : <Running tool={tool} run={found} canEdit={canEdit} />}
          <Ended run={found}>{children}</Ended>
        </Stack>
      )}
    </QueryBoundary>
  );
}

function Running({ tool, run, canEdit }: Omit<RunViewProps, 'runId' | 'children'> & { run: ToolRun }) {
  const t = messages.use();
  const { progress } = useFormat();
  const { cancel } = useToolActions(tool);
  return (
    <Card>
      <Text>
        {run.state === 'queued' ? t('tool.waiting') : t('tool.running', { share: progress(run.share) })}
      </Text>
      <ProgressBar label={t('tool.state.running')} value={run.state === 'queued' ? 0 : run.share} />
      {canEdit && (
        <div>
          <Button
            size="small"
            icon={<IconStop />}
            busy={cancel.isPending}
            onClick={() => cancel.mutate(run.id)}
          >
            {t('tool.cancel')}
          </Button>
        </div>
      )}
    </Card>
  );
}

/** A result is about versions, which may not be the current ones anymore. */
function Versions({ run }: { run: ToolRun }) {
  const t = messages.use();
  return (
    <Text tone="dim" size={13}>
      {run.tables.map(({ id, version, tableName, isCurrent }) => (
        <span key={`${id} ${version}`}>
          {t(isCurrent ? 'tool.version_current' : 'tool.version_older', { table: tableName, version })} ·{' '}
        </span>
      ))}
      <RelativeTime iso={run.endedAt ?? run.createdAt} />
    </Text>
  );
}

function Ended({ run, children }: { run: ToolRun; children(run: ToolRun): ReactNode }) {
  const t = messages.use();
  const errorText = useErrorText();
  if (!isOver(run)) return null;
  if (run.isWithheld) return <Text tone="dim">{t('tool.withheld')}</Text>;
  if (run.state === 'failed') return <Text tone="bad">{errorText(run.error)}</Text>;
  if (run.state === 'canceled') return <Text tone="dim">{t('tool.canceled')}</Text>;
  return children(run);
}
