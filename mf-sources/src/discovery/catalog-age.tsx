import { useFormat } from '@headwater/shared/messages';
import { Button, Glyph, Row } from '@headwater/shared/ui';
import { IconRefresh } from '@headwater/shared/ui/icons';
import type { Catalog } from '../catalog.queries.ts';
import { messages } from '../messages.ts';
import type { SourceConnection } from '../source.queries.ts';
import { CancelDiscovery } from './cancel-discovery.tsx';
import { useStartDiscovery } from './use-discovery.ts';

/** "Tables as of 12:04", and a button that refreshes the list of tables. */
export function CatalogAge({ source, catalog }: { source: SourceConnection; catalog: Catalog }) {
  const t = messages.use();
  const { dateTime } = useFormat();
  const start = useStartDiscovery(source);
  if (!catalog.discoveredAt) return null;
  return (
    <>
      <Row gap={1} className="hw-p2">
        <Glyph name="fresh" size={14} />
        {catalog.position
          ? t('tables.waiting', { position: catalog.position })
          : catalog.state === 'discovering'
            ? t('tables.looking')
            : t('tables.as_of', { time: dateTime(catalog.discoveredAt) })}
      </Row>
      {catalog.state === 'discovering' ? (
        <CancelDiscovery source={source} />
      ) : (
        source.can.edit && (
          <Button
            variant="ghost"
            size="small"
            icon={<IconRefresh />}
            busy={start.isPending}
            onClick={() => start.mutate()}
          >
            {t('tables.refresh')}
          </Button>
        )
      )}
    </>
  );
}
