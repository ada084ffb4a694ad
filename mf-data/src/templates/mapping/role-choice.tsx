import { useLanguage } from '@headwater/shared/messages';
import type { Table } from '@headwater/shared/tables';
import { Mono, Stack, styled, Text } from '@headwater/shared/ui';
import { Combobox } from '@headwater/shared/ui/combobox';
import { Tag } from '@headwater/shared/ui/workspace';
import { messages } from '../../messages.ts';
import { columnsFor, SURE, type Match } from '../match.ts';
import type { TemplateRole } from '../template.ts';

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
  const fitting = columnsFor(role, table);
  const name = role.name[language];
  const none = t(role.required ? 'templates.choose' : 'templates.not_used');
  return (
    <Stack gap={2}>
      <Head>
        <b>{name}</b>
        <Text tone="muted" size={13}>
          {role.meaning[language]}
        </Text>
        <span data-end>
          <Sureness column={column} match={match} />
        </span>
      </Head>
      {fitting.length === 0 ? (
        <Text tone="dim" size={13}>
          {t('templates.none_fit', { table: table.tableName })}
        </Text>
      ) : (
        <Combobox
          label={t(role.required ? 'templates.required' : 'templates.optional')}
          value={column ?? ''}
          options={[
            ...(role.required && column !== null ? [] : [{ value: '', label: none }]),
            ...fitting.map((one) => ({ value: one.name, label: one.name })),
          ]}
          onChange={(chosen) => onChange(chosen === '' ? null : chosen)}
        />
      )}
      {column !== null && samples.length > 0 && (
        <Text tone="dim" size={12}>
          <Mono>{t('templates.samples', { values: samples.join(', ') })}</Mono>
        </Text>
      )}
    </Stack>
  );
}

function Sureness({ column, match }: Pick<RoleChoiceProps, 'column' | 'match'>) {
  const t = messages.use();
  if (column === null) return null;
  if (match?.column !== column) return <Tag>{t('templates.chosen')}</Tag>;
  const isSure = match.confidence >= SURE;
  return <Tag tone={isSure ? 'accent' : 'warn'}>{t(isSure ? 'templates.sure' : 'templates.likely')}</Tag>;
}

const Head = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  gap: '2px 8px',
  '& b': { fontWeight: 'var(--weight-strong)' },
  '& > [data-end]': { marginLeft: 'auto' },
});
