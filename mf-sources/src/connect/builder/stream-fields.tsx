import type { StreamFieldsProps } from './stream-fields-props.ts';
import { Stack } from '@headwater/shared/ui';
import { Select, TextInput } from '@headwater/shared/ui/inputs';
import { Fold } from '@headwater/shared/ui/workspace';
import { messages } from '../../messages.ts';
import type { StreamForm } from './api-form.ts';
import { streamField } from './form.rules.ts';
import { IncrementalFields } from './incremental-fields.tsx';
import { PageFields } from './page-fields.tsx';
import { Pair } from './pair.tsx';
import { ValueRows } from './value-rows.tsx';

const LISTS = ['parameters', 'headers', 'body'] as const;

/** The fields of one stream: what is requested, where its records are, and how there is more of them. */
export function StreamFields({ stream, index, fields, onChange }: StreamFieldsProps) {
  const t = messages.use();
  const text = (field: 'name' | 'path' | 'recordsPath' | 'primaryKey') => ({
    name: streamField(index, field),
    label: t(`builder.${field}`),
    value: stream[field],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [field]: target.value }),
    error: fields.errorOf(streamField(index, field)),
    autoComplete: 'off',
    spellCheck: false,
    mono: true,
  });
  return (
    <Stack gap={4.5}>
      <TextInput {...text('name')} hint={t('builder.name.hint')} placeholder="orders" />
      <Pair data-narrow>
        <TextInput {...text('path')} placeholder="/orders" />
        <Select
          name={streamField(index, 'method')}
          label={t('builder.method')}
          value={stream.method}
          options={(['GET', 'POST'] as const).map((value) => ({ value, label: value }))}
          onChange={({ target }) => onChange({ method: target.value as StreamForm['method'] })}
        />
      </Pair>
      <TextInput
        {...text('recordsPath')}
        labelEnd={t('connect.optional')}
        hint={t('builder.recordsPath.hint')}
        placeholder="data.items"
      />
      <TextInput
        {...text('primaryKey')}
        labelEnd={t('connect.optional')}
        hint={t('builder.primaryKey.hint')}
        placeholder="id"
      />
      <PageFields {...{ stream, index, fields, onChange }} />
      {LISTS.filter((list) => list !== 'body' || stream.method === 'POST' || stream.body.length > 0).map(
        (list) => (
          <Fold
            key={list}
            title={t('builder.count', { title: t(`builder.${list}`), count: stream[list].length })}
            open={stream[list].length > 0}
          >
            <ValueRows
              name={streamField(index, list)}
              title={t(`builder.${list}`)}
              addLabel={t(`builder.${list}.add`)}
              pairs={stream[list]}
              fields={fields}
              onChange={(pairs) => onChange({ [list]: pairs })}
            />
          </Fold>
        ),
      )}
      <Fold title={t('builder.incremental')} open={stream.incremental.isOn}>
        <IncrementalFields {...{ stream, index, fields, onChange }} />
      </Fold>
    </Stack>
  );
}
