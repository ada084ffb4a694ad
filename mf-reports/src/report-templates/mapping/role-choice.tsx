import { useLanguage } from '@headwater/shared/messages';
import type { Table } from '@headwater/shared/tables';
import { Mono, Stack, Text } from '@headwater/shared/ui';
import { useReadableText } from '@headwater/shared/ui/table';
import { Combobox } from '@headwater/shared/ui/combobox';
import { Tag } from '@headwater/shared/ui/workspace';
import { columnsFor, type Match, SURE, type TemplateRole } from '@headwater/shared/report-templates';
import { messages } from '../../messages.ts';

interface RoleChoiceProps {
  role: TemplateRole;
  table: Table;
  /** Null for none. */
  column: string | null;
  /** What was suggested. */
  match: Match | undefined;
  /** Some of the column's values. */
  samples: readonly string[];
  onChange(column: string | null): void;
}

/** Which column has a role in a template, why it was suggested, and what it contains. */
export function RoleChoice({ role, table, column, match, samples, onChange }: RoleChoiceProps) {
  const t = messages.use();
  const language = useLanguage();
  const readable = useReadableText();
  const fitting = columnsFor(role, table);
  const name = role.name[language];
  const chosen = fitting.find(({ name: one }) => one === column);
  const written = samples.map((value) => (chosen ? readable(value, chosen) : value));
  const none = t(role.required ? 'templates.choose' : 'templates.not_used');
  if (fitting.length === 0)
    return (
      <Stack gap={1}>
        <b>{name}</b>
        <Text tone="muted" size={13}>
          {role.meaning[language]}
        </Text>
        <Text tone="dim" size={13}>
          {t('templates.none_fit', { table: table.tableName })}
        </Text>
      </Stack>
    );
  return (
    <Stack gap={2}>
      <Combobox
        label={name}
        labelEnd={
          column === null ? (
            t(role.required ? 'templates.required' : 'templates.optional')
          ) : (
            <Sureness column={column} match={match} />
          )
        }
        hint={role.meaning[language]}
        value={column ?? ''}
        options={[
          ...(role.required && column !== null ? [] : [{ value: '', label: none }]),
          ...fitting.map((one) => ({ value: one.name, label: one.name })),
        ]}
        onChange={(chosen) => onChange(chosen === '' ? null : chosen)}
      />
      {column !== null && samples.length > 0 && (
        <Text tone="dim" size={12}>
          <Mono>{t('templates.samples', { values: written.join(' · ') })}</Mono>
        </Text>
      )}
    </Stack>
  );
}

function Sureness({ column, match }: { column: string; match: Match | undefined }) {
  const t = messages.use();
  if (match?.column !== column) return <Tag>{t('templates.chosen')}</Tag>;
  const isSure = match.confidence >= SURE;
  if (match.isOnly) return <Tag tone="warn">{t('templates.only')}</Tag>;
  return <Tag tone={isSure ? 'accent' : 'warn'}>{t(isSure ? 'templates.sure' : 'templates.likely')}</Tag>;
}
