import { Skeleton, Stack } from '@headwater/shared/ui';

export function RunLoading() {
  return (
    <Stack>
      <Skeleton width={200} height={32} />
      <Skeleton width={340} />
      <Skeleton width="100%" height={64} />
      <Skeleton width="100%" height={120} />
    </Stack>
  );
}
