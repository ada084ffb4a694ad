import { useState } from 'react';
import { sharedMessages, useErrorText } from '@headwater/shared/messages';
import { googleStart, openSignInWindow, type SignInWindowResult } from '@headwater/shared/session';
import { toast } from '@headwater/shared/ui';
import { logInByGoogle, signUpByGoogle } from '../auth.queries.ts';
import { hasCode, hasReason } from '../error-code.ts';
import { messages } from '../messages.ts';
import { useEnter } from '../use-enter.ts';

export type GooglePurpose = 'login' | 'signup';

/** An invitation to sign up with, and the page of its workspace. */
export interface GoogleInvitation {
  code: string;
  landing: string | null;
}

interface GoogleFailure {
  text: string;
  /** Whether the user has to sign up first. */
  isUnknownAccount: boolean;
}

/** Signs in through a Google window, from the click to the workspace. */
export function useGoogle(purpose: GooglePurpose, invitation?: GoogleInvitation) {
  const shared = sharedMessages.use();
  const enterByGoogle = useEnterByGoogle(purpose, invitation);
  const [waiting, setWaiting] = useState(false);
  const [failure, setFailure] = useState<GoogleFailure | null>(null);

  const begin = async () => {
    setWaiting(true);
    setFailure(null);
    const result = await openSignInWindow(googleStart(purpose));
    setFailure(await follow(result));
    setWaiting(false);
  };
  const follow = async (result: SignInWindowResult): Promise<GoogleFailure | null> => {
    if ('code' in result) return enterByGoogle(result.code);
    if (result.problem === 'closed') return null;
    return { text: shared(`google.${result.problem}`), isUnknownAccount: false };
  };
  return { failure, waiting, begin };
}

/**
 * Returns a function that submits the code and returns what failed; an error without a reason is shown in the
 * specified toast.
 */
function useEnterByGoogle(purpose: GooglePurpose, invitation?: GoogleInvitation) {
  const t = messages.use();
  const shared = sharedMessages.use();
  const errorText = useErrorText();
  const enter = useEnter();
  return async (code: string): Promise<GoogleFailure | null> => {
    try {
      const session = await (purpose === 'login'
        ? logInByGoogle(code)
        : signUpByGoogle(code, invitation?.code));
      if (purpose === 'signup') toast.success(t('signup.done'));
      await enter(session, invitation?.landing);
    } catch (error) {
      if (hasReason(error))
        return { text: errorText(error), isUnknownAccount: hasCode(error, 'google_account_unknown') };
      toast.error(shared('error.contact_support'));
    }
    return null;
  };
}
