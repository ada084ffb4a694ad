import { ACCOUNT_REQUESTS_MAX, ACCOUNT_SECONDS_MAX, type AccountLimits } from '@headwater/shared/contract';
import { Row } from '@headwater/shared/ui';
import { Select } from '@headwater/shared/ui/inputs';
import { messages } from '../../messages.ts';

const REQUESTS = [1, 2, 3, 4, ACCOUNT_REQUESTS_MAX];
const SECONDS = [5, 10, 30, ACCOUNT_SECONDS_MAX];
type LimitWord = 'at_once' | 'seconds_of';
/** With the one that was chosen by other means. */
const choices = (offered: readonly number[], chosen: number) =>
  [...new Set([...offered, chosen])].sort((a, b) => a - b);

interface LimitFieldsProps {
  limits: AccountLimits;
  /** Those that are saved, which can be chosen again. */
  initial: AccountLimits;
  onChange(limits: AccountLimits): void;
}

/** How many requests an account may send at once, and how long each may take. */
export function LimitFields({ limits, initial, onChange }: LimitFieldsProps) {
  const t = messages.use();
  const limit = (name: keyof AccountLimits, offered: readonly number[], word: LimitWord) => (
    <Select
      label={t(`accounts.limit.${name}`)}
      value={String(limits[name])}
      options={choices(offered, initial[name]).map((count) => ({
        value: String(count),
        label: t(`accounts.limit.${word}`, { count }),
      }))}
      onChange={({ target }) => onChange({ ...limits, [name]: Number(target.value) })}
    />
  );
  return (
    <Row>
      {limit('requests', REQUESTS, 'at_once')}
      {limit('seconds', SECONDS, 'seconds_of')}
    </Row>
  );
}
