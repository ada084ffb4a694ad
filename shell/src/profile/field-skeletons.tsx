import { Skeleton, Stack } from '@headwater/shared/ui';

/** Placeholders for fields, or for facts with a button. */
export function FieldSkeletons({ count }: { count: number }) {
  return (
    <Stack gap={6}>
      {Array.from({ length: count }, (_, index) => (
        <Stack key={index} gap={2}>
          <Skeleton width={96} />
          <Skeleton width="100%" height={32} />
        </Stack>
      ))}
    </Stack>
  );
}
