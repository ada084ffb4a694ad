import { Button } from '@headwater/shared/ui';
import { IconRefresh } from '@headwater/shared/ui/icons';
import type { Catalog } from '../catalog.queries.ts';
import { messages } from '../messages.ts';
import type { SourceConnection } from '../source.queries.ts';
import { CancelDiscovery } from './cancel-discovery.tsx';
import { useStartDiscovery } from './use-discovery.ts';

/** A button that lists the source's tables again, or cancels that. Nothing if they were never listed. */
export function RefreshCatalog({ source, catalog }: { source: SourceConnection; catalog: Catalog }) {
  const t = messages.use();
  const start = useStartDiscovery(source);
  if (!catalog.discoveredAt || !source.can.edit) return null;
  if (catalog.state === 'discovering') return <CancelDiscovery source={source} />;
  return (
    <Button
      variant="ghost"
      size="small"
      icon={<IconRefresh />}
      busy={start.isPending}
      onClick={() => start.mutate()}
    >
      {t('tables.refresh')}
    </Button>
  );
}
