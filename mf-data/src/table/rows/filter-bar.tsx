import { useSearchParams } from '@headwater/shared/routing';
import type { ComponentProps } from 'react';
import { FilterChips, filterIn, withFilter } from '@headwater/shared/figures';

/** Which rows are meant, as a chip for each condition. All of it is in the URL. */
export function FilterBar(props: Omit<ComponentProps<typeof FilterChips>, 'filter' | 'onChange'>) {
  const [query, setQuery] = useSearchParams();
  return (
    <FilterChips
      {...props}
      filter={filterIn(query)}
      onChange={(next) => setQuery((latest) => withFilter(latest, next))}
    />
  );
}
