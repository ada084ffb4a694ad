import { Button } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import type { SourceConnection } from '../source.queries.ts';
import { useCancelDiscovery } from './use-discovery.ts';

/** Cancels the discovery in progress, for people who may start one. */
export function CancelDiscovery({ source }: { source: SourceConnection }) {
  const t = messages.use();
  const cancel = useCancelDiscovery(source);
  if (!source.can.edit) return null;
  return (
    <Button size="small" busy={cancel.isPending} onClick={() => cancel.mutate()}>
      {t('tables.cancel')}
    </Button>
  );
}
