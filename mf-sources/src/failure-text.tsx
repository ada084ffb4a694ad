import type { Failure } from '@headwater/shared/contract';
import { useFailureText } from '@headwater/shared/messages';
import { Stack } from '@headwater/shared/ui';

interface FailureTextProps {
  failure: Failure;
  /** For use below a headline: the cause isn't bold, and the fix is omitted. */
  quiet?: boolean;
}

/** The cause and fix of a failure, as paragraphs. Screens with room for the original error show it separately. */
export function FailureText({ failure, quiet }: FailureTextProps) {
  const { message, fix } = useFailureText()(failure);
  return (
    <Stack gap={1}>
      {quiet ? <p>{message}</p> : <strong>{message}</strong>}
      {fix && !quiet && <p>{fix}</p>}
    </Stack>
  );
}
