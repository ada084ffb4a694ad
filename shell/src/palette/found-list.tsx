import { Cut, styled } from '@headwater/shared/ui';
import { useEffect, useId, useRef, type MouseEvent, type ReactNode } from 'react';
import type { Place } from './places.ts';
import type { Group } from './use-found.ts';
import { messages } from './messages.ts';

interface FoundListProps {
  groups: readonly Group[];
  /** What is marked in the names. */
  words: readonly string[];
  current: Place | undefined;
  onHover(place: Place): void;
  onGo(place: Place, inNewTab: boolean): void;
}

export const optionId = ({ key }: Place): string => `palette-${key.replaceAll(/[^\w-]/g, '_')}`;

/** What was found, by kind. The input keeps the focus and names the current option. */
export function FoundList({ groups, words, current, onHover, onGo }: FoundListProps) {
  const t = messages.use();
  return (
    <List id="palette-list" role="listbox" aria-label={t('palette.title')}>
      {groups.map((group) => (
        <FoundGroup key={group.key} label={group.label}>
          {group.places.map((place) => (
            <Option
              key={place.key}
              place={place}
              words={words}
              isCurrent={place.key === current?.key}
              onHover={() => onHover(place)}
              onGo={(inNewTab) => onGo(place, inNewTab)}
            />
          ))}
        </FoundGroup>
      ))}
    </List>
  );
}

function FoundGroup({ label, children }: { label: string; children: ReactNode }) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id}>
      <span id={id} role="presentation">
        {label}
      </span>
      {children}
    </div>
  );
}

interface OptionProps {
  place: Place;
  words: readonly string[];
  isCurrent: boolean;
  onHover(): void;
  onGo(inNewTab: boolean): void;
}

function Option({ place, words, isCurrent, onHover, onGo }: OptionProps) {
  const { name, hint, icon: Icon } = place;
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isCurrent) row.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isCurrent]);
  return (
    <div
      ref={row}
      id={optionId(place)}
      role="option"
      aria-selected={isCurrent}
      // As it can be seen, in one piece: the words that were typed are marked.
      aria-label={hint ? `${name} ${hint}` : name}
      onMouseMove={() => !isCurrent && onHover()}
      onMouseDown={(event: MouseEvent) => event.preventDefault()}
      onClick={(event) => onGo(event.ctrlKey || event.metaKey)}
    >
      <Icon />
      <Cut title={name}>
        <Marked text={name} words={words} />
      </Cut>
      {hint && ' '}
      {hint && <Cut title={hint}>{hint}</Cut>}
    </div>
  );
}

/** A name in which the words that were typed are marked. */
function Marked({ text, words }: { text: string; words: readonly string[] }) {
  if (words.length === 0) return text;
  const pattern = new RegExp(
    `(${words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|')})`,
    'gi',
  );
  return text.split(pattern).map((part, at) => (at % 2 === 1 ? <mark key={at}>{part}</mark> : part));
}

const List = styled('div')({
  overflowY: 'auto',
  padding: '0 4px',
  scrollPaddingBlock: 40,
  '& [role="presentation"]': {
    display: 'block',
    padding: '12px 8px 6px',
    fontSize: 'var(--size-12)',
    fontWeight: 'var(--weight-text)',
    color: 'var(--text-2)',
  },
  '& > div:last-of-type': { paddingBottom: 8 },
  '& [role="option"]': {
    display: 'flex',
    alignItems: 'center',
    gap: 10,
    minHeight: 36,
    padding: '0 8px',
    borderRadius: 'var(--radius-in)',
    fontSize: 'var(--size-14)',
    cursor: 'pointer',
  },
  '& [role="option"] > svg': { color: 'var(--icon)', flex: 'none' },
  '& [role="option"] > span + span': {
    marginLeft: 'auto',
    flex: '0 1 auto',
    maxWidth: '50%',
    fontSize: 'var(--size-12)',
    color: 'var(--text-2)',
  },
  '& [aria-selected="true"]': { background: 'var(--fill)' },
  '& mark': { background: 'none', color: 'var(--accent-text)', fontWeight: 'var(--weight-strong)' },
  '@media (max-width: 600px)': { '& [role="option"]': { minHeight: 44 } },
  '@media (forced-colors: active)': { '& [aria-selected="true"]': { outline: '2px solid Highlight' } },
});
