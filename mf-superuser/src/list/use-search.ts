import { useEffect, useState } from 'react';
import { useSearchParams } from '@headwater/shared/routing';

const DEBOUNCE_MS = 250;

/**
 * The text of a search field whose value is in the URL as `q`. The text is written to the URL once the user stops
 * typing. Back and links change the URL and thereby the field. A new search starts at the first page.
 */
export function useSearch() {
  const [params, setParams] = useSearchParams();
  const query = params.get('q') ?? '';
  const [typed, setTyped] = useState<string | null>(null);
  if (typed === query) setTyped(null); // the URL has caught up

  useEffect(() => {
    if (typed === null) return;
    const timer = setTimeout(() => setParams(typed ? { q: typed } : {}, { replace: true }), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed, setParams]);

  return { text: typed ?? query, query, type: setTyped, clear: () => setTyped('') };
}
