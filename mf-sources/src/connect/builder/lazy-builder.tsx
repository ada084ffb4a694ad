import { queryOptions, useQuery } from '@headwater/shared/query';
import { QueryBoundary, Skeleton, Stack } from '@headwater/shared/ui';
import { TwoColumns } from '@headwater/shared/ui/workspace';
import { messages } from '../../messages.ts';
import type { BuilderProps } from './builder.tsx';

const code = queryOptions({
  queryKey: ['code', 'api-builder'],
  queryFn: () => import(/* webpackChunkName: "api-builder" */ './builder.tsx'),
  staleTime: Infinity,
});

/** The form of an API. Its code, and that of YAML, is loaded when somebody chooses it. */
export function LazyBuilder(props: BuilderProps) {
  const t = messages.use();
  return (
    <QueryBoundary query={useQuery(code)} thing={t('builder.thing')} loading={<Loading />}>
      {({ Builder }) => <Builder {...props} />}
    </QueryBoundary>
  );
}

function Loading() {
  return (
    <TwoColumns>
      <Stack gap={5}>
        <Skeleton width="100%" height={56} />
        <Skeleton width="100%" height={56} />
        <Skeleton width="100%" height={56} />
      </Stack>
      <Skeleton width="100%" height={140} />
    </TwoColumns>
  );
}
