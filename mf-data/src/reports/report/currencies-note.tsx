import { ApiError } from '@headwater/shared/api';
import { useErrorText } from '@headwater/shared/messages';
import { IconAlert } from '@headwater/shared/ui/icons';
import { CardFault } from './card-fault.tsx';

/** Whether a card's amounts are in several currencies, which is nothing that trying again would change. */
export const isOfSeveralCurrencies = (error: Error | null): error is ApiError =>
  error instanceof ApiError && error.code === 'currencies_mixed';

/** Stands for amounts that can't be added up. */
export function CurrenciesNote({ error }: { error: ApiError }) {
  const errorText = useErrorText();
  return (
    <CardFault role="note">
      <IconAlert />
      <span>{errorText(error)}</span>
    </CardFault>
  );
}
