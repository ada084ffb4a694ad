import type { Column } from '@headwater/shared/contract';
import { useFormat } from '@headwater/shared/messages';
import { useSearchParams } from '@headwater/shared/routing';
import { Button } from '@headwater/shared/ui';
import { IconColumns } from '@headwater/shared/ui/icons';
import { Popover } from '@headwater/shared/ui/menu';
import { messages } from '../../messages.ts';
import { columnsIn, pinnedIn, withColumns, WithFilterForms, withPinned } from '@headwater/shared/figures';

/** Chooses which columns are shown. Others aren't read at all. */
export function ColumnPicker({ columns }: { columns: readonly Column[] }) {
  const t = messages.use();
  const { number } = useFormat();
  const [query, setQuery] = useSearchParams();
  const names = columns.map(({ name }) => name);
  const chosen = columnsIn(query).filter((name) => names.includes(name));
  const shown = new Set(chosen.length === 0 ? names : chosen);
  const show = (next: readonly string[]) =>
    setQuery((latest) => withColumns(latest, next.length === names.length ? [] : next), { replace: true });
  return (
    <Popover
      label={t('columns.choose')}
      align="end"
      trigger={(wiring) => (
        <Button size="small" variant="ghost" icon={<IconColumns />} {...wiring}>
          {shown.size === names.length
            ? t('columns.all')
            : t('columns.some', { shown: number(shown.size), of: number(names.length) })}
        </Button>
      )}
    >
      {() => (
        <WithFilterForms>
          {({ ColumnChoice }) => (
            <ColumnChoice
              names={names}
              shown={shown}
              onChange={show}
              pinned={pinnedIn(query)}
              onPin={(next) => setQuery((latest) => withPinned(latest, next), { replace: true })}
            />
          )}
        </WithFilterForms>
      )}
    </Popover>
  );
}
