import { TOKEN_DAYS, TOKEN_DAYS_MAX } from '@headwater/shared/contract';
import { Select, TextInput } from '@headwater/shared/ui/inputs';
import { useState } from 'react';
import { messages } from '../messages.ts';

/** Returns how many days are entered, or null unless a token can work for so many. */
export function daysIn(text: string): number | null {
  const days = Number(text);
  return /^\d{1,3}$/.test(text.trim()) && days >= 1 && days <= TOKEN_DAYS_MAX ? days : null;
}

interface TokenDaysProps {
  /** As it's entered. */
  value: string;
  onChange(value: string): void;
  isFaulty: boolean;
}

/** For how many days a token works: one of the usual numbers, or any other up to a year. */
export function TokenDays({ value, onChange, isFaulty }: TokenDaysProps) {
  const t = messages.use();
  const [isOther, setOther] = useState(!TOKEN_DAYS.some((days) => String(days) === value));
  const usual = TOKEN_DAYS.map((days) => ({
    value: String(days),
    label: t('accounts.days', { count: days }),
  }));
  return (
    <>
      <Select
        label={t('accounts.token_works_for')}
        value={isOther ? 'other' : value}
        options={[...usual, { value: 'other', label: t('accounts.days_other') }]}
        onChange={({ target }) => {
          setOther(target.value === 'other');
          onChange(target.value === 'other' ? '' : target.value);
        }}
      />
      {isOther && (
        <TextInput
          label={t('accounts.days_number')}
          inputMode="numeric"
          maxLength={3}
          autoComplete="off"
          value={value}
          error={isFaulty ? t('accounts.fault.days', { most: TOKEN_DAYS_MAX }) : undefined}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </>
  );
}
