import { DUPLICATE_COLUMNS_MAX, type DuplicatesConfig } from '@headwater/shared/contract';
import { useFormat } from '@headwater/shared/messages';
import { Stack, styled } from '@headwater/shared/ui';
import { Checkbox, RadioGroup, Select } from '@headwater/shared/ui/inputs';
import { messages } from '../../messages.ts';
import { TableChoice, useTableById } from '../frame/table-choice.tsx';

/** From hardly any doubt to much of it. */
const SIMILARITIES = [0.95, 0.9, 0.85, 0.8];
const USUAL = 0.9;

const IGNORED = ['ignoreSpaces', 'ignoreCase', 'ignoreAccents'] as const;

interface DuplicateFormProps {
  organizationId: string;
  config: DuplicatesConfig;
  onChange(config: DuplicatesConfig): void;
}

/** Which rows are duplicates: those that are alike in some columns. */
export function DuplicateForm({ organizationId, config, onChange }: DuplicateFormProps) {
  const t = messages.use();
  const { percent } = useFormat();
  const table = useTableById(organizationId, config.tableId);
  const { columns, similar } = config;
  return (
    <Stack gap={4}>
      <TableChoice
        organizationId={organizationId}
        label={t('tool.table')}
        value={config.tableId}
        onChange={({ id }) =>
          onChange({
            ...config,
            tableId: id,
            columns: [],
            similar: similar && { ...similar, within: null },
          })
        }
      />
      {table && (
        <>
          <Choices>
            <legend>{t('duplicates.columns')}</legend>
            <div>
              {table.columns.map(({ name }) => (
                <Checkbox
                  key={name}
                  label={name}
                  checked={columns.includes(name)}
                  disabled={columns.length >= DUPLICATE_COLUMNS_MAX && !columns.includes(name)}
                  onChange={({ target }) =>
                    onChange({
                      ...config,
                      columns: target.checked ? [...columns, name] : columns.filter((one) => one !== name),
                    })
                  }
                />
              ))}
            </div>
          </Choices>
          <Choices>
            <legend>{t('duplicates.ignore')}</legend>
            <Stack gap={2}>
              {IGNORED.map((rule) => (
                <Checkbox
                  key={rule}
                  label={t(`duplicates.${rule}`)}
                  checked={config[rule]}
                  onChange={({ target }) => onChange({ ...config, [rule]: target.checked })}
                />
              ))}
            </Stack>
          </Choices>
          <RadioGroup
            legend={t('duplicates.find')}
            name="find"
            value={similar ? 'similar' : 'equal'}
            options={[
              { value: 'equal', label: t('duplicates.equal') },
              { value: 'similar', label: t('duplicates.similar'), hint: t('duplicates.similar_hint') },
            ]}
            onChange={(value) =>
              onChange({ ...config, similar: value === 'similar' ? { least: USUAL, within: null } : null })
            }
          />
          {similar && (
            <>
              <Select
                label={t('duplicates.least')}
                value={String(similar.least)}
                options={[...new Set([...SIMILARITIES, similar.least])].map((least) => ({
                  value: String(least),
                  label: percent(least),
                }))}
                onChange={({ target }) =>
                  onChange({ ...config, similar: { ...similar, least: Number(target.value) } })
                }
              />
              <Select
                label={t('duplicates.within')}
                hint={t('duplicates.within_hint')}
                value={similar.within ?? ''}
                options={[
                  { value: '', label: t('duplicates.first_letters') },
                  ...table.columns.map(({ name }) => ({ value: name, label: name })),
                ]}
                onChange={({ target }) =>
                  onChange({ ...config, similar: { ...similar, within: target.value || null } })
                }
              />
            </>
          )}
        </>
      )}
    </Stack>
  );
}

const Choices = styled('fieldset')({
  margin: 0,
  padding: 0,
  border: 0,
  minWidth: 0,
  '& > legend': { padding: 0, marginBottom: 8, fontWeight: 'var(--weight-medium)' },
  '&:first-of-type > div': {
    display: 'grid',
    gap: 8,
    maxHeight: 280,
    // What is hidden in it, such as labels, must not make the page longer.
    position: 'relative',
    overflowY: 'auto',
    padding: 12,
    border: '1px solid var(--line-2)',
    borderRadius: 'var(--radius)',
  },
});
