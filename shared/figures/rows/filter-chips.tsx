import type { Column, QueryFilter } from '@headwater/shared/contract';
import type { TableAddress } from '@headwater/shared/tables';
import { Button } from '@headwater/shared/ui';
import { IconPlus } from '@headwater/shared/ui/icons';
import { Popover } from '@headwater/shared/ui/menu';
import { figureMessages } from '../figure-messages.ts';
import { FilterChip } from './filter-chip.tsx';
import { withCondition, withoutGroup } from './query-address.ts';
import { WithFilterForms } from './with-filter-forms.tsx';

interface FilterChipsProps {
  address: TableAddress;
  version: number;
  columns: readonly Column[];
  filter: QueryFilter;
  onChange(next: QueryFilter): void;
}

/** A filter as a chip for each condition, wherever it's kept. */
export function FilterChips({ address, version, columns, filter, onChange: show }: FilterChipsProps) {
  const t = figureMessages.use();
  const form = (at: number | null, close: () => void) => (
    <WithFilterForms>
      {({ FilterForm }) => (
        <FilterForm
          address={address}
          version={version}
          columns={columns}
          condition={at === null ? null : (filter[at]?.[0] ?? null)}
          others={withoutGroup(filter, at)}
          onApply={(condition) => {
            close();
            show(withCondition(filter, at, condition));
          }}
        />
      )}
    </WithFilterForms>
  );
  return (
    <>
      {filter.map((group, at) => (
        <FilterChip
          key={at}
          group={group}
          columns={columns}
          onRemove={() => show(withoutGroup(filter, at))}
          form={(close) => form(at, close)}
        />
      ))}
      <Popover
        label={t('filter.new')}
        trigger={(wiring) => (
          <Button size="small" variant="ghost" icon={<IconPlus />} {...wiring}>
            {t('filter.add')}
          </Button>
        )}
      >
        {(close) => form(null, close)}
      </Popover>
    </>
  );
}
