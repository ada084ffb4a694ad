import { useFormat } from '@headwater/shared/messages';
import { Button, IconButton, styled, Text } from '@headwater/shared/ui';
import { IconPin } from '@headwater/shared/ui/icons';
import { Checkbox, SearchInput } from '@headwater/shared/ui/inputs';
import { PopoverBody, PopoverFoot } from '@headwater/shared/ui/menu';
import { useState } from 'react';
import { figureMessages } from '../figure-messages.ts';

/** The most columns that are listed at a time. Others are found by their names. */
const LISTED = 200;

interface ColumnChoiceProps {
  names: readonly string[];
  /** Those that are shown, at least one. */
  shown: ReadonlySet<string>;
  onChange(names: readonly string[]): void;
  /** Those that stay in view, in their order. */
  pinned?: readonly string[];
  /** Without it, nothing can be pinned. */
  onPin?(names: readonly string[]): void;
}

/** A list to choose columns from, also by a part of their names. */
export function ColumnChoice({ names, shown, onChange, pinned = [], onPin }: ColumnChoiceProps) {
  const t = figureMessages.use();
  const { number } = useFormat();
  const [search, setSearch] = useState('');
  const found = names.filter((name) => name.toLowerCase().includes(search.trim().toLowerCase()));
  const toggle = (name: string) =>
    onChange(names.filter((one) => (one === name ? !shown.has(one) : shown.has(one))));
  return (
    <>
      <PopoverBody>
        <SearchInput label={t('columns.find')} value={search} onChange={setSearch} width="100%" />
        <List aria-label={t('columns.choose')}>
          {found.slice(0, LISTED).map((name) => (
            <li key={name}>
              <Checkbox
                label={name}
                checked={shown.has(name)}
                disabled={shown.size === 1 && shown.has(name)}
                onChange={() => toggle(name)}
              />
              {onPin && (
                <IconButton
                  size="small"
                  label={t('columns.pin', { column: name })}
                  aria-pressed={pinned.includes(name)}
                  disabledReason={shown.has(name) ? undefined : t('columns.not_shown')}
                  onClick={() => onPin(toggled(pinned, name))}
                >
                  <IconPin />
                </IconButton>
              )}
            </li>
          ))}
        </List>
        {found.length === 0 && <Text tone="dim">{t('columns.none_found')}</Text>}
        {found.length > LISTED && (
          <Text tone="dim" size={12}>
            {t('columns.more', { more: found.length - LISTED })}
          </Text>
        )}
      </PopoverBody>
      <PopoverFoot>
        <span role="status">
          {t('columns.shown', { shown: number(shown.size), of: number(names.length) })}
        </span>
        {search.trim() !== '' && found.length > 0 && found.length < names.length ? (
          <Button size="small" onClick={() => onChange(found)}>
            {t('columns.only', { count: found.length })}
          </Button>
        ) : (
          <Button
            size="small"
            disabledReason={shown.size === names.length ? t('columns.all_shown') : undefined}
            onClick={() => onChange(names)}
          >
            {t('columns.show_all')}
          </Button>
        )}
      </PopoverFoot>
    </>
  );
}

const toggled = (names: readonly string[], name: string) =>
  names.includes(name) ? names.filter((one) => one !== name) : [...names, name];

const List = styled('ul')({
  listStyle: 'none',
  margin: '0 -16px',
  padding: '0 16px',
  maxHeight: 320,
  overflow: 'auto',
  '& > li': { display: 'flex', alignItems: 'center', justifyContent: 'space-between', minHeight: 30 },
  // Only pins that are set are always seen; the others appear where the pointer or the focus is.
  '& button[aria-pressed="false"]': { opacity: 0 },
  '& > li:hover button, & button:focus-visible': { opacity: 1 },
  '@media (hover: none)': { '& button[aria-pressed="false"]': { opacity: 0.5 } },
  '& label': {
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontFamily: 'var(--font-mono)',
  },
});
