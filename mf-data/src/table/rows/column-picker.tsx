import type { Column } from '@headwater/shared/contract';
import { useFormat } from '@headwater/shared/messages';
import { useSearchParams } from '@headwater/shared/routing';
import { Button, styled, Text } from '@headwater/shared/ui';
import { IconColumns } from '@headwater/shared/ui/icons';
import { Checkbox, SearchInput } from '@headwater/shared/ui/inputs';
import { Popover, PopoverBody, PopoverFoot } from '@headwater/shared/ui/menu';
import { useState } from 'react';
import { messages } from '../../messages.ts';
import { columnsIn, withColumns } from './query-address.ts';

/** The most columns that are listed at a time. Others are found by their names. */
const LISTED = 200;

/** Chooses which columns are shown. Others aren't read at all. */
export function ColumnPicker({ columns }: { columns: readonly Column[] }) {
  const t = messages.use();
  const { number } = useFormat();
  const [query, setQuery] = useSearchParams();
  const [search, setSearch] = useState('');
  const names = columns.map(({ name }) => name);
  const chosen = columnsIn(query).filter((name) => names.includes(name));
  const shown = new Set(chosen.length === 0 ? names : chosen);
  const found = names.filter((name) => name.toLowerCase().includes(search.trim().toLowerCase()));
  const figures = { shown: number(shown.size), of: number(names.length) };
  const show = (next: readonly string[]) =>
    setQuery(withColumns(query, next.length === names.length ? [] : next), { replace: true });
  const toggle = (name: string) =>
    show(names.filter((one) => (one === name ? !shown.has(one) : shown.has(one))));
  return (
    <Popover
      label={t('columns.choose')}
      align="end"
      trigger={(wiring) => (
        <Button size="small" variant="ghost" icon={<IconColumns />} {...wiring}>
          {shown.size === names.length ? t('columns.all') : t('columns.some', figures)}
        </Button>
      )}
    >
      {() => (
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
            <span role="status">{t('columns.shown', figures)}</span>
            {search.trim() !== '' && found.length > 0 && found.length < names.length ? (
              <Button size="small" onClick={() => show(found)}>
                {t('columns.only', { count: found.length })}
              </Button>
            ) : (
              <Button
                size="small"
                disabledReason={shown.size === names.length ? t('columns.all_shown') : undefined}
                onClick={() => show(names)}
              >
                {t('columns.show_all')}
              </Button>
            )}
          </PopoverFoot>
        </>
      )}
    </Popover>
  );
}

const List = styled('ul')({
  listStyle: 'none',
  margin: '0 -16px',
  padding: '0 16px',
  maxHeight: 320,
  overflow: 'auto',
  '& > li': { display: 'flex', alignItems: 'center', minHeight: 30 },
  '& label': {
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontFamily: 'var(--font-mono)',
  },
});
