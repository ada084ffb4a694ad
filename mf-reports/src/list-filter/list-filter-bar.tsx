import { AddressSearch } from '@headwater/shared/ui/inputs';
import { Chips, FilterChip, Toolbar } from '@headwater/shared/ui/workspace';
import type { ListFilter } from './use-list-filter.ts';

interface ListFilterBarProps<Shown extends string> {
  filter: ListFilter<Shown>;
  /** What the chips choose. */
  label: string;
  searchLabel: string;
  nameOf(shown: Shown): string;
  countOf(shown: Shown): number;
}

/** What of a list is shown, with the number of each, and a search in it. */
export function ListFilterBar<Shown extends string>({
  filter,
  label,
  searchLabel,
  nameOf,
  countOf,
}: ListFilterBarProps<Shown>) {
  const { options, shown, search, show, find } = filter;
  return (
    <Toolbar>
      <Chips role="group" aria-label={label}>
        {options.map((one) => (
          <FilterChip key={one} pressed={one === shown} count={countOf(one)} onClick={() => show(one)}>
            {nameOf(one)}
          </FilterChip>
        ))}
      </Chips>
      <AddressSearch label={searchLabel} value={search} onChange={find} width={240} />
    </Toolbar>
  );
}
