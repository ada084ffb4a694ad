import type { Failure } from '@headwater/shared/contract';
import { useFailureText } from '@headwater/shared/messages';
import { Stack } from '@headwater/shared/ui';

/** Cause and fix of a failure, as paragraphs; the source's own words go where a screen has room for them. */
export function FailureText({ failure }: { failure: Failure }) {
  const { message, fix } = useFailureText()(failure);
  return (
    <Stack gap={1}>
      <strong>{message}</strong>
      {fix && <p>{fix}</p>}
    </Stack>
  );
}
