import { queryOptions, useQuery } from '@headwater/shared/query';
import { QueryBoundary } from '@headwater/shared/ui';
import type { ReactNode } from 'react';

/** Code that is loaded when it's needed. It's a query, because that shows that it's loading, and can be tried again. */
export const codeOf = <Code,>(name: string, load: () => Promise<Code>) =>
  queryOptions({ queryKey: ['code', name], queryFn: load, staleTime: Infinity });

interface WithCodeProps<Code> {
  code: ReturnType<typeof codeOf<Code>>;
  /** What it is, for the error: "the form". */
  thing: string;
  loading: ReactNode;
  children(code: Code): ReactNode;
}

/** Renders something once its code is there. */
export function WithCode<Code>({ code, thing, loading, children }: WithCodeProps<Code>) {
  return (
    <QueryBoundary query={useQuery(code)} thing={thing} loading={loading}>
      {children}
    </QueryBoundary>
  );
}
