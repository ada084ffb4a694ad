import { Note, Stack } from '@headwater/shared/ui';
import { Checkbox, Select, TextInput } from '@headwater/shared/ui/inputs';
import { messages } from '../../messages.ts';
import { ISO_SECONDS, type Incremental } from './api-form.ts';
import { streamField } from './form.rules.ts';
import { Pair } from './pair.tsx';
import type { StreamFieldsProps } from './stream-fields-props.ts';

/** Formats of dates by an example, which is the same in every language. */
const FORMATS: readonly [format: string, example: string][] = [
  [ISO_SECONDS, '2024-05-31T14:30:00Z'],
  ['%Y-%m-%dT%H:%M:%S%z', '2024-05-31T14:30:00+0000'],
  ['%Y-%m-%dT%H:%M:%S', '2024-05-31T14:30:00'],
  ['%Y-%m-%d %H:%M:%S', '2024-05-31 14:30:00'],
  ['%Y-%m-%d', '2024-05-31'],
  ['%s', '1717165800'],
  ['%ms', '1717165800000'],
];

/** Which field of a record says when it changed, and how only changed ones are asked for. */
export function IncrementalFields({ stream: { incremental }, index, fields, onChange }: StreamFieldsProps) {
  const t = messages.use();
  const change = (some: Partial<Incremental>) => onChange({ incremental: { ...incremental, ...some } });
  const text = (field: 'field' | 'start' | 'startParameter' | 'endParameter') => ({
    name: streamField(index, `incremental.${field}`),
    label: t(`builder.incremental.${field}`),
    value: incremental[field],
    onChange: ({ target }: { target: { value: string } }) => change({ [field]: target.value }),
    error: fields.errorOf(streamField(index, `incremental.${field}`)),
    autoComplete: 'off',
    spellCheck: false,
  });
  const known = FORMATS.some(([format]) => format === incremental.format);
  const formats = known ? FORMATS : [...FORMATS, [incremental.format, incremental.format] as const];
  return (
    <Stack gap={4}>
      <Checkbox
        name={streamField(index, 'incremental.isOn')}
        label={t('builder.incremental.isOn')}
        checked={incremental.isOn}
        onChange={({ target }) => change({ isOn: target.checked })}
      />
      {incremental.isOn && (
        <>
          <TextInput
            {...text('field')}
            hint={t('builder.incremental.field.hint')}
            placeholder="updated_at"
            mono
          />
          <Pair>
            <Select
              name={streamField(index, 'incremental.format')}
              label={t('builder.incremental.format')}
              value={incremental.format}
              options={formats.map(([value, label]) => ({ value, label }))}
              onChange={({ target }) => change({ format: target.value })}
            />
            <TextInput
              {...text('start')}
              type={incremental.start === '' || /^\d{4}-\d\d-\d\d$/.test(incremental.start) ? 'date' : 'text'}
            />
          </Pair>
          <Pair>
            <TextInput
              {...text('startParameter')}
              labelEnd={t('connect.optional')}
              placeholder="updated_since"
              mono
            />
            <TextInput
              {...text('endParameter')}
              labelEnd={t('connect.optional')}
              placeholder="updated_before"
              mono
            />
          </Pair>
          {incremental.startParameter === '' && <Note>{t('builder.incremental.unfiltered')}</Note>}
        </>
      )}
    </Stack>
  );
}
