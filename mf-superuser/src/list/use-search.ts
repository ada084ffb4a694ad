import { useEffect, useState } from 'react';
import { useSearchParams } from '@headwater/shared/routing';

const DEBOUNCE_MS = 250;

/**
 * The text of a search field whose value lives in the address as `q`. What is being typed runs ahead of
 * the address until typing rests; Back, a link and `clear` write the address and so the field. A new
 * search begins on the first page.
 */
export function useSearch() {
  const [params, setParams] = useSearchParams();
  const query = params.get('q') ?? '';
  const [typed, setTyped] = useState<string | null>(null);
  if (typed === query) setTyped(null); // the address has caught up

  useEffect(() => {
    if (typed === null) return;
    const timer = setTimeout(() => setParams(typed ? { q: typed } : {}, { replace: true }), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed, setParams]);

  return { text: typed ?? query, query, type: setTyped, clear: () => setTyped('') };
}
