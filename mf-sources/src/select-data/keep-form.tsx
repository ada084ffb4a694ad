import { NULL_CURSOR_RULES, type Column, type StreamSettingsAttributes } from '@headwater/shared/contract';
import { Banner, Note, Stack, Text } from '@headwater/shared/ui';
import { Options, Select, TextInput } from '@headwater/shared/ui/inputs';
import { messages } from '../messages.ts';
import type { FieldError as ErrorOf } from '../field-errors.ts';
import { KeyColumns } from './key-columns.tsx';
import type { StreamSettingsForm } from './stream-settings-form.ts';
import {
  isBySystemCursor,
  keepsMoreThanSource,
  needsCursor,
  needsKey,
  wayOf,
  waysFor,
  withWay,
} from './ways.ts';

interface KeepFormProps {
  form: StreamSettingsForm;
  saved: StreamSettingsAttributes;
  columns: readonly Column[];
  errorOf: ErrorOf;
  disabled: boolean;
}

/** What is kept of a table, and by which columns its rows are recognized and found. */
export function KeepForm({ form, saved, columns, errorOf, disabled }: KeepFormProps) {
  const t = messages.use();
  const { settings, change } = form;
  const way = wayOf(settings);
  const ways = waysFor(saved);
  const problem = errorOf('syncMode') ?? errorOf('destinationSyncMode');
  const options = ways.map((value) => ({
    value,
    label: t(`keep.${value}`),
    more: (
      <>
        <Text tone="muted" size={13}>
          {t(`keep.${value}_text`)}
        </Text>
        {needsKey(value) && (
          <KeyColumns
            value={settings.primaryKey}
            ofSource={saved.suggestion.primaryKey}
            columns={columns}
            error={errorOf('primaryKey')}
            disabled={disabled}
            onChange={(primaryKey) => change({ primaryKey })}
          />
        )}
        {needsCursor(value) && (
          <CursorFields form={form} saved={saved} columns={columns} errorOf={errorOf} disabled={disabled} />
        )}
      </>
    ),
  }));
  return (
    <Stack gap={3}>
      <Options
        label={t('keep.title')}
        name="way"
        value={way}
        options={options}
        disabled={disabled}
        onChange={(value) => change(withWay(settings, value, saved.suggestion))}
      />
      {!ways.includes('mirror') && (
        <Note>
          {t(saved.supportedSyncModes.includes('incremental') ? 'keep.no_cursor' : 'keep.only_whole')}
        </Note>
      )}
      {problem && <Banner tone="bad">{problem}</Banner>}
    </Stack>
  );
}

/** The cursor, why it was suggested, and what becomes of rows that it alone would miss. */
function CursorFields({ form: { settings, change }, saved, columns, errorOf, disabled }: KeepFormProps) {
  const t = messages.use();
  const { cursor, systemCursor } = saved.suggestion;
  const chosen = columns.find(({ name }) => name === settings.cursorColumn);
  const isTime = chosen?.kind !== 'number';
  const hint =
    cursor && cursor.column === settings.cursorColumn
      ? [t(`keep.reason.${cursor.reason}`), ...cursor.misses.map((miss) => t(`keep.misses.${miss}`))].join(
          ' ',
        )
      : undefined;
  return (
    <>
      <Select
        label={t('keep.cursor')}
        hint={hint}
        error={errorOf('cursorColumn')}
        value={settings.cursorColumn ?? ''}
        disabled={disabled}
        options={[
          ...(settings.cursorColumn === null ? [{ value: '', label: t('keep.choose') }] : []),
          ...saved.cursorColumns.map((name) => ({ value: name, label: name })),
          ...(systemCursor === null
            ? []
            : [{ value: systemCursor, label: t(`keep.system_cursor.${systemCursor}`) }]),
        ]}
        onChange={({ target }) =>
          change({ cursorColumn: target.value || null, startFrom: null, overlap: null })
        }
      />
      {chosen?.nullable && (
        <Select
          label={t('keep.nulls')}
          value={settings.nullCursor}
          disabled={disabled}
          options={NULL_CURSOR_RULES.map((rule) => ({ value: rule, label: t(`keep.nulls.${rule}`) }))}
          onChange={({ target }) =>
            change({ nullCursor: target.value as (typeof NULL_CURSOR_RULES)[number] })
          }
        />
      )}
      {chosen && (
        <TextInput
          label={t(isTime ? 'keep.overlap_time' : 'keep.overlap_number')}
          hint={t('keep.overlap_hint')}
          inputMode="numeric"
          placeholder={t('keep.overlap_default')}
          error={errorOf('overlap')}
          disabled={disabled}
          value={settings.overlap === null ? '' : String(isTime ? settings.overlap / 60 : settings.overlap)}
          onChange={({ target }) => {
            const digits = target.value.replace(/\D/g, '').slice(0, 6);
            change({ overlap: digits === '' ? null : Number(digits) * (isTime ? 60 : 1) });
          }}
        />
      )}
      {systemCursor !== null && isBySystemCursor(settings, saved) && (
        <>
          <Note>{t(`keep.system_cursor.${systemCursor}_text`)}</Note>
          <Note>
            {t(
              keepsMoreThanSource(settings)
                ? `keep.system_cursor.${systemCursor}_stops`
                : `keep.system_cursor.${systemCursor}_whole`,
            )}
          </Note>
        </>
      )}
      <Note>{t('keep.no_deletes')}</Note>
    </>
  );
}
