import type { Dependent, DependentPart } from '@headwater/shared/contract';
import { Link, paths } from '@headwater/shared/routing';
import { styled } from '@headwater/shared/ui';
import type { ReactNode } from 'react';
import { messages } from '../../messages.ts';
import { useNames } from '../../use-names.ts';
import { useWorkspace } from '../../workspace.ts';
import type { SchemaChange } from './schema-changes.queries.ts';

/** What a change hits: of reports also which of their cards and filters. */
export function ImpactLines({ change: { impact } }: { change: SchemaChange }) {
  return (
    <List>
      {impact.map((dependent) => (
        <li key={`${dependent.type} ${dependent.id ?? dependent.name}`}>
          <Line dependent={dependent} />
          {dependent.parts && <Parts parts={dependent.parts} />}
        </li>
      ))}
    </List>
  );
}

function Line({ dependent: { type, id, columns, name } }: { dependent: Dependent }) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const values = { columns: columns.join(', '), count: columns.length, name: name ?? '' };
  const link = (text: ReactNode) => (
    <Link to={paths.report(organizationId, id ?? '')} target="_blank" rel="noopener">
      {text}
    </Link>
  );
  return type === 'report' && id !== undefined ? (
    t.rich('schema_changes.uses_linked_report', { ...values, link })
  ) : (
    <>{t(`schema_changes.uses_${type}`, values)}</>
  );
}

function Parts({ parts }: { parts: readonly DependentPart[] }) {
  const t = messages.use();
  const namesOf = useNames();
  const ofKind = (kind: DependentPart['kind']) => parts.filter((part) => part.kind === kind);
  const named = (['card', 'filter'] as const).flatMap((kind) => {
    const names = ofKind(kind).map(({ name }) => name || t('schema_changes.untitled_card'));
    return names.length === 0
      ? []
      : [t(`schema_changes.uses_${kind}s`, { count: names.length, names: namesOf(names) })];
  });
  const mapped = ofKind('template').length > 0 ? [t('schema_changes.uses_mapping')] : [];
  return <small>{[...named, ...mapped].join(' · ')}</small>;
}

const List = styled('ul')({
  display: 'grid',
  gap: 4,
  '& small': { display: 'block', fontSize: 'var(--size-12)', color: 'var(--text-2)' },
});
