import { TextArea } from '@headwater/shared/ui/inputs';
import { messages } from '../../messages.ts';

interface NetworksFieldProps {
  /** As it's typed, one a line. */
  value: string;
  /** The one that isn't a network. */
  invalid: string | undefined;
  onChange(value: string): void;
}

/** The networks from which an account may send requests. */
export function NetworksField({ value, invalid, onChange }: NetworksFieldProps) {
  const t = messages.use();
  return (
    <TextArea
      label={t('accounts.networks')}
      labelEnd={t('accounts.optional')}
      hint={t('accounts.networks_hint')}
      rows={2}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      error={invalid === undefined ? undefined : t('accounts.fault.network', { name: invalid })}
    />
  );
}
