import type { Failure } from '@headwater/shared/contract';
import { useFailureText } from '@headwater/shared/messages';
import { Stack } from '@headwater/shared/ui';

interface FailureTextProps {
  failure: Failure;
  /** Under a headline of its own: the cause is then no second one. */
  quiet?: boolean;
}

/** Cause and fix of a failure, as paragraphs; the original error goes where a screen has room for it. */
export function FailureText({ failure, quiet }: FailureTextProps) {
  const { message, fix } = useFailureText()(failure);
  return (
    <Stack gap={1}>
      {quiet ? <p>{message}</p> : <strong>{message}</strong>}
      {fix && !quiet && <p>{fix}</p>}
    </Stack>
  );
}
