import { useFormat } from '@headwater/shared/messages';
import { Glyph, Row } from '@headwater/shared/ui';
import type { Catalog } from '../catalog.queries.ts';
import { messages } from '../messages.ts';

/** "Tables as of 12:04", or that they are being listed. Nothing if they never were. */
export function CatalogAge({ catalog: { discoveredAt, position, state } }: { catalog: Catalog }) {
  const t = messages.use();
  const { dateTime } = useFormat();
  if (!discoveredAt) return null;
  const text =
    state === 'discovering' ? t('tables.looking') : t('tables.as_of', { time: dateTime(discoveredAt) });
  return (
    <Row gap={1}>
      <Glyph name="fresh" size={14} />
      {position ? t('tables.waiting', { position }) : text}
    </Row>
  );
}
