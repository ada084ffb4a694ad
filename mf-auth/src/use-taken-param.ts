import { useEffect, useState } from 'react';
import { useSearchParams } from '@headwater/shared/routing';

/**
 * Returns a query parameter for single use: keeps it in memory and removes it from the URL and the history
 * immediately.
 */
export function useTakenParam(name: string): string | null {
  const [params, setParams] = useSearchParams();
  const [taken] = useState(() => params.get(name));
  useEffect(() => {
    if (!params.has(name)) return;
    const rest = new URLSearchParams(params);
    rest.delete(name);
    setParams(rest, { replace: true });
  }, [name, params, setParams]);
  return taken;
}
