import { Button } from '@headwater/shared/ui';
import { IconPause, IconPlay } from '@headwater/shared/ui/icons';
import { messages } from '../messages.ts';
import type { SourceConnection } from '../source.queries.ts';
import { useSourceActions } from '../use-source-actions.ts';

/** Pauses the connection's schedule, or resumes it. */
export function PauseButton({ source }: { source: SourceConnection }) {
  const t = messages.use();
  const act = useSourceActions();
  if (!source.can.edit) return null;
  const action = source.lifecycle === 'paused' ? 'resume' : 'pause';
  return (
    <Button
      icon={action === 'pause' ? <IconPause /> : <IconPlay />}
      busy={act.isPending}
      onClick={() => act.mutate({ action, sources: [source] })}
    >
      {t(`bulk.${action}`)}
    </Button>
  );
}
