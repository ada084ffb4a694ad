import { useState } from 'react';
import { ApiError } from '@headwater/shared/api';
import { sharedMessages, useErrorText, useFormat } from '@headwater/shared/messages';
import { Button, toast } from '@headwater/shared/ui';
import { requestConfirmation } from './auth.queries.ts';
import { hasReason } from './error-code.ts';
import { messages } from './messages.ts';
import { useSecondsUntil } from './use-seconds-until.ts';

const COOL_DOWN_S = 60;

interface ResendButtonProps {
  email: string;
  size?: 'small' | 'medium';
  /** An email has just been sent, so the button starts with its cool-down. */
  cooling?: boolean;
}

/** Resends the link to confirm an email address, at most once a minute, and shows the remaining time. */
export function ResendButton({ email, size, cooling = false }: ResendButtonProps) {
  const t = messages.use();
  const format = useFormat();
  const { send, busy, left } = useResend(email, cooling);
  return (
    <Button
      size={size}
      busy={busy}
      busyLabel={t('resend.sending')}
      disabledReason={left > 0 ? t('resend.why') : undefined}
      onClick={send}
    >
      {left > 0 ? t('resend.wait', { left: format.duration(left * 1_000) }) : t('resend.send')}
    </Button>
  );
}

function useResend(email: string, cooling: boolean) {
  const t = messages.use();
  const shared = sharedMessages.use();
  const errorText = useErrorText();
  const [busy, setBusy] = useState(false);
  const [until, setUntil] = useState(() => (cooling ? inSeconds(COOL_DOWN_S) : null));
  const send = async () => {
    setBusy(true);
    try {
      await requestConfirmation(email);
      setUntil(inSeconds(COOL_DOWN_S));
      toast.success(t('resend.done', { email }));
    } catch (error) {
      if (error instanceof ApiError && error.retryAfter !== null) setUntil(inSeconds(error.retryAfter));
      toast.error(hasReason(error) ? errorText(error) : shared('error.contact_support'));
    }
    setBusy(false);
  };
  return { send, busy, left: useSecondsUntil(until) };
}

const inSeconds = (seconds: number) => Date.now() + seconds * 1_000;
