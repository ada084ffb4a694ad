import type { ServiceAccount } from '@headwater/shared/connecting';
import { OVERLAP_HOURS, OVERLAP_HOURS_DEFAULT, TOKEN_DAYS_DEFAULT } from '@headwater/shared/contract';
import { useErrorText } from '@headwater/shared/messages';
import { useMutation } from '@headwater/shared/query';
import { useParams } from '@headwater/shared/routing';
import { toast } from '@headwater/shared/ui';
import { Select } from '@headwater/shared/ui/inputs';
import { ConfirmDialog } from '@headwater/shared/ui/menu';
import { useState } from 'react';
import { messages } from '../../messages.ts';
import { createToken, type ShownToken } from '../account.queries.ts';
import { daysIn, TokenDays } from '../token-days.tsx';

interface TokenDialogProps {
  account: ServiceAccount;
  /** The token that the new one takes over from, if any. */
  replaced: ServiceAccount['tokens'][number] | null;
  onCreated(token: ShownToken): void;
  onCancel(): void;
}

/** Creates a token. A replaced one goes on working for a while, so that nothing stops. */
export function TokenDialog({ account, replaced, onCreated, onCancel }: TokenDialogProps) {
  const t = messages.use();
  const errorText = useErrorText();
  const { organizationId = '' } = useParams();
  const [hours, setHours] = useState<number>(OVERLAP_HOURS_DEFAULT);
  const [dayText, setDayText] = useState(String(TOKEN_DAYS_DEFAULT));
  const [isFaulty, setFaulty] = useState(false);
  const create = useMutation({
    mutationFn: (days: number) =>
      createToken(organizationId, account.id, {
        days,
        ...(replaced && { replaces: { tokenId: replaced.id, hours } }),
      }),
    onSuccess: onCreated,
    onError: (error) => toast.error(errorText(error)),
  });
  return (
    <ConfirmDialog
      open
      title={t(replaced ? 'accounts.rotate_question' : 'accounts.create_question', { name: account.name })}
      confirm={t(replaced ? 'accounts.rotate_token' : 'accounts.create_token')}
      busy={create.isPending}
      onConfirm={() => {
        const days = daysIn(dayText);
        setFaulty(days === null);
        if (days !== null) create.mutate(days);
      }}
      onCancel={onCancel}
    >
      {replaced && (
        <>
          <p>{t('accounts.rotate_text')}</p>
          <Select
            label={t('accounts.old_works_for')}
            value={String(hours)}
            options={OVERLAP_HOURS.map((count) => ({
              value: String(count),
              label: count > 24 ? t('accounts.days', { count: count / 24 }) : t('accounts.hours', { count }),
            }))}
            onChange={({ target }) => setHours(Number(target.value))}
          />
        </>
      )}
      <TokenDays
        value={dayText}
        isFaulty={isFaulty}
        onChange={(next) => {
          setDayText(next);
          setFaulty(false);
        }}
      />
    </ConfirmDialog>
  );
}
