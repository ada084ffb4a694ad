import type { StoredDataAttributes } from '@headwater/shared/contract';
import { useFormat } from '@headwater/shared/messages';
import { Banner } from '@headwater/shared/ui';
import { RadioGroup } from '@headwater/shared/ui/inputs';
import { messages } from '../messages.ts';

interface StoredDataChoiceProps {
  /** Undefined until it is known. */
  stored: StoredDataAttributes | undefined;
  value: 'keep' | 'drop';
  onChange(value: 'keep' | 'drop'): void;
}

/** The choice between keeping and deleting what a connection has loaded, with what each means. */
export function StoredDataChoice({ stored, value, onChange }: StoredDataChoiceProps) {
  const t = messages.use();
  const { bytes } = useFormat();
  const figures = stored && { tables: stored.tables, size: bytes(stored.bytes) };
  return (
    <>
      <RadioGroup
        legend={t('settings.delete_data')}
        name="data"
        value={value}
        onChange={(chosen) => onChange(chosen as 'keep' | 'drop')}
        options={[
          {
            value: 'keep',
            label: t('settings.delete_keep'),
            hint: figures ? t('settings.delete_keep_figures', figures) : t('settings.delete_keep_text'),
          },
          {
            value: 'drop',
            label: t('settings.delete_drop'),
            hint: figures ? t('settings.delete_drop_figures', figures) : t('settings.delete_drop_text'),
          },
        ]}
      />
      {value === 'keep' && stored && stored.unmaskedTables > 0 && (
        <Banner tone="warn">{t('settings.delete_unmasked', { tables: stored.unmaskedTables })}</Banner>
      )}
      {value === 'keep' && stored && stored.heldTables > 0 && (
        <Banner tone="warn">{t('settings.delete_held', { tables: stored.heldTables })}</Banner>
      )}
    </>
  );
}
