import { CheckboxField, PasswordField, SelectField, TextAreaField, TextField } from '@headwater/shared/forms';
import { styled } from '@headwater/shared/ui';
import { Fold } from '@headwater/shared/ui/workspace';
import { messages } from '../messages.ts';
import { rowsOf } from './field-rows.ts';
import { useFieldTexts } from './field-texts.ts';
import { SecretFileField } from './secret-file-field.tsx';
import { isElsewhere, type FieldSpec } from './specification.ts';

interface ConfigurationFieldsProps {
  connector: string;
  fields: readonly FieldSpec[];
  stored: ReadonlySet<string>;
}

/** The form fields that a connector's schema defines. Those in a group are collapsed below the others. */
export function ConfigurationFields({ connector, fields, stored }: ConfigurationFieldsProps) {
  const { groupTitle } = useFieldTexts(connector);
  const shown = fields.filter(({ kind }) => !isElsewhere(kind));
  const groups = new Set(shown.flatMap(({ group }) => group ?? []));
  const rows = (group: string | undefined) =>
    rowsOf(shown.filter((field) => field.group === group)).map((row) => (
      <FieldRow key={row[0]?.name} data-pair={row.length > 1 || undefined}>
        {row.map((field) => (
          <ConfigurationField
            key={field.name}
            connector={connector}
            field={field}
            isStored={stored.has(field.name)}
          />
        ))}
      </FieldRow>
    ));
  return (
    <>
      {rows(undefined)}
      {[...groups].map((group) => (
        <Fold key={group} title={groupTitle(group)}>
          {rows(group)}
        </Fold>
      ))}
    </>
  );
}

interface ConfigurationFieldProps {
  connector: string;
  field: FieldSpec;
  isStored: boolean;
}

function ConfigurationField({ connector, field, isStored }: ConfigurationFieldProps) {
  const t = messages.use();
  const texts = useFieldTexts(connector);
  const { name, kind, example, required, options } = field;
  const label = texts.title(field);
  const hint = texts.hint(field) || undefined;
  const labelEnd = required || isStored || field.initial !== '' ? undefined : t('connect.optional');
  if (kind === 'boolean') return <CheckboxField name={name} label={label} />;
  if (kind === 'choice') {
    const choices = options.map((value) => ({ value, label: texts.option(field, value) }));
    const none = field.initial === '' ? [{ value: '', label: texts.option(field, '') || '–' }] : [];
    return <SelectField name={name} label={label} hint={hint} options={[...none, ...choices]} />;
  }
  if (kind === 'secret') {
    const secretHint = t(isStored ? 'connect.secret_stored' : 'connect.secret_hint');
    if (field.isFile) {
      const about = hint === undefined ? secretHint : `${hint} ${secretHint}`;
      const { accept } = field;
      return (
        <SecretFileField {...{ name, label, accept }} isOptional={labelEnd !== undefined} hint={about} />
      );
    }
    return (
      <PasswordField name={name} label={label} labelEnd={labelEnd} hint={secretHint} autoComplete="off" />
    );
  }
  if (kind === 'lines')
    return (
      <TextAreaField {...{ name, label, labelEnd, hint }} placeholder={example} spellCheck={false} mono />
    );
  return (
    <TextField
      name={name}
      label={label}
      labelEnd={labelEnd}
      hint={hint ?? (kind === 'list' ? t('connect.list_hint') : undefined)}
      placeholder={example}
      inputMode={kind === 'integer' ? 'numeric' : undefined}
      autoComplete="off"
      spellCheck={false}
      mono
    />
  );
}

const FieldRow = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 12,
  alignItems: 'start',
  '&[data-pair]': { gridTemplateColumns: 'minmax(0, 1fr) 160px' },
});
