import { styled } from '@headwater/shared/ui';
import { IconMinus, IconPlus, IconRefresh } from '@headwater/shared/ui/icons';
import type { SchemaChange } from './schema-changes.queries.ts';
import { useChangeLines, type ChangeLine } from './use-change-lines.ts';

const ICONS: Record<ChangeLine['kind'], typeof IconPlus> = {
  added: IconPlus,
  removed: IconMinus,
  changed: IconRefresh,
};

/** What has changed in a table, one line for each kind of change. */
export function ChangeLines({ change }: { change: SchemaChange }) {
  const lines = useChangeLines()(change);
  return (
    <List>
      {lines.map(({ kind, text }) => {
        const Icon = ICONS[kind];
        return (
          <li key={text} data-kind={kind}>
            <Icon size={12} />
            <span>{text}</span>
          </li>
        );
      })}
    </List>
  );
}

const List = styled('ul')({
  display: 'grid',
  gap: 4,
  whiteSpace: 'normal',
  '& > li': { display: 'flex', gap: 8, overflowWrap: 'anywhere' },
  '& .hw-icon': { flex: 'none', marginTop: '0.3em', color: 'var(--warn)' },
  '& [data-kind="added"] > .hw-icon': { color: 'var(--ok)' },
  '& [data-kind="removed"] > .hw-icon': { color: 'var(--bad)' },
});
