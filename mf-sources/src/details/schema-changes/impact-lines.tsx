import type { Dependent, DependentPart, DependentType } from '@headwater/shared/contract';
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
          {dependent.through && <Through views={dependent.through} />}
          {dependent.parts && <Parts parts={dependent.parts} />}
        </li>
      ))}
    </List>
  );
}

function Line({ dependent: { type, id, columns, name } }: { dependent: Dependent }) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const path = id === undefined ? undefined : PATHS[type]?.(organizationId, id);
  return t.rich(`schema_changes.uses_${type}`, {
    ...{ columns: columns.join(', '), count: columns.length, name: name ?? '' },
    link: (text: ReactNode) =>
      path === undefined ? (
        text
      ) : (
        <Link to={path} target="_blank" rel="noopener">
          {text}
        </Link>
      ),
  });
}

/** The documents that have a page of their own. */
const PATHS: Partial<Record<DependentType, (organizationId: string, id: string) => string>> = {
  report: paths.report,
  saved_query: (organizationId, id) => paths.sqlEditor(organizationId, { query: id }),
  service_account: paths.serviceAccount,
};

function Through({ views }: { views: readonly string[] }) {
  const t = messages.use();
  const namesOf = useNames();
  return <small>{t('schema_changes.uses_through', { count: views.length, names: namesOf(views) })}</small>;
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
