import { Button, styled } from '@headwater/shared/ui';
import { useState } from 'react';
import { messages } from '../../../messages.ts';
import type { JsonValue } from './read-json.ts';

/** So many entries of an object or a list are shown at first. */
const SHOWN = 100;
/** So deep it is open at first. */
const DEPTH = 2;

/** An object or a list, whose parts can be opened and closed, also with the keyboard. */
export function JsonTree({ value, depth = 0 }: { value: JsonValue; depth?: number }) {
  const t = messages.use();
  const [isWhole, setWhole] = useState(false);
  if (!('entries' in value)) return <Leaf value={value} />;
  const shown = isWhole ? value.entries : value.entries.slice(0, SHOWN);
  return (
    <List>
      {shown.map(([key, one]) => (
        <li key={key}>
          {'entries' in one && one.entries.length > 0 ? (
            <Branch name={key} value={one} depth={depth + 1} />
          ) : (
            <>
              <Key>{key}</Key> <Leaf value={one} />
            </>
          )}
        </li>
      ))}
      {shown.length < value.entries.length && (
        <li>
          <Button size="small" variant="ghost" onClick={() => setWhole(true)}>
            {t('json.show_all', { count: value.entries.length })}
          </Button>
        </li>
      )}
    </List>
  );
}

interface BranchProps {
  name: string;
  value: JsonValue & { entries: readonly unknown[] };
  depth: number;
}

function Branch({ name, value, depth }: BranchProps) {
  const t = messages.use();
  const [isOpen, setOpen] = useState(depth < DEPTH);
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary
        onClick={(event) => {
          event.preventDefault();
          setOpen(!isOpen);
        }}
      >
        <Key>{name}</Key>{' '}
        <i>{t(value.is === 'list' ? 'json.items' : 'json.fields', { count: value.entries.length })}</i>
      </summary>
      {isOpen && <JsonTree value={value} depth={depth} />}
    </details>
  );
}

function Leaf({ value }: { value: JsonValue }) {
  if ('entries' in value) return <Value data-is="null">{value.is === 'list' ? '[]' : '{}'}</Value>;
  return <Value data-is={value.is}>{value.is === 'null' ? 'NULL' : value.text}</Value>;
}

const List = styled('ul')({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  '& & ': { paddingLeft: 18 },
  '& li': { overflowWrap: 'anywhere' },
  '& summary': { cursor: 'pointer', borderRadius: 'var(--radius-in)' },
  '& summary:hover': { background: 'var(--fill)' },
  '& i': { fontStyle: 'normal', fontSize: 'var(--size-12)', color: 'var(--text-3)' },
});
const Key = styled('span')({ color: 'var(--accent-text)' });
const Value = styled('span')({
  whiteSpace: 'pre-wrap',
  color: 'var(--text)',
  '&[data-is="number"], &[data-is="boolean"]': { color: 'var(--info-text)' },
  '&[data-is="null"]': { color: 'var(--text-3)' },
});
