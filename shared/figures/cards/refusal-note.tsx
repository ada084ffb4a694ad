import { ApiError } from '@headwater/shared/api';
import { useErrorText } from '@headwater/shared/messages';
import { IconAlert } from '@headwater/shared/ui/icons';
import { CardFault } from './card-fault.tsx';

/** Reasons that trying again doesn't change: what is asked has no answer. */
const LASTING = /^(currencies_mixed|report_parameter_\w+|sql_parameter_unfit|share_value_not_offered)$/;

export const isLasting = (error: Error | null): error is ApiError =>
  error instanceof ApiError && LASTING.test(error.code ?? '');

/** Stands for what can't be computed: says why, and what to do. */
export function RefusalNote({ error }: { error: ApiError }) {
  const errorText = useErrorText();
  return (
    <CardFault role="note">
      <IconAlert />
      <span>{errorText(error)}</span>
    </CardFault>
  );
}
