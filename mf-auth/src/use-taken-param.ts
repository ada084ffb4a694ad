import { useEffect, useState } from 'react';
import { useSearchParams } from '@headwater/shared/routing';

/** A value of the address that is meant once: kept here, and gone from the address and the history at once. */
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
