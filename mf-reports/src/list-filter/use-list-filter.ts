import { useSearchParams } from '@headwater/shared/routing';

/** What of a list is shown, and what is searched for in it, both in the URL as `show` and `q`. */
export interface ListFilter<Shown extends string> {
  options: readonly Shown[];
  shown: Shown;
  search: string;
  show(next: Shown): void;
  find(text: string): void;
  /** Shows everything. */
  clear(): void;
}

/** Returns the filter of a list. The first option is the usual one. */
export function useListFilter<const Shown extends string>(
  options: readonly [Shown, ...Shown[]],
): ListFilter<Shown> {
  const [query, setQuery] = useSearchParams();
  const set = (name: string, text: string) =>
    setQuery(
      (latest) => {
        if (text === '') latest.delete(name);
        else latest.set(name, text);
        return latest;
      },
      { replace: true },
    );
  const [usual] = options;
  return {
    options,
    shown: options.find((one) => one === query.get('show')) ?? usual,
    search: query.get('q') ?? '',
    show: (next) => set('show', next === usual ? '' : next),
    find: (text) => set('q', text),
    clear: () => setQuery({}, { replace: true }),
  };
}
