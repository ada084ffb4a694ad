import { Segments } from '@headwater/shared/ui/inputs';
import { messages } from '../../messages.ts';

/** Switches between the map and the same as a list. */
export function ShapeSwitch({ isList, onChange }: { isList: boolean; onChange(isList: boolean): void }) {
  const t = messages.use();
  return (
    <Segments
      label={t('lineage.shape')}
      value={isList ? 'list' : 'map'}
      options={[
        { value: 'map', label: t('lineage.map') },
        { value: 'list', label: t('lineage.list') },
      ]}
      onChange={(shape) => onChange(shape === 'list')}
    />
  );
}
