import { API_BASE } from '../api/settings.ts';
import { paths } from '../contract/paths.ts';

/** The specification's numbers (§7, §9). */
const SIZE = 500;
const POLL_MS = 700;

const WORDS = ['denied', 'mismatch', 'expired', 'unreachable', 'failed'] as const;

/** Why a sign-in by a provider came to nothing; `google.<problem>` of the shared messages says it. */
export type SignInProblem = (typeof WORDS)[number] | 'blocked';

/** The one-use hand-off code, or why there is none. `closed`: the person thought better of it. */
export type SignInWindowResult = { code: string } | { problem: SignInProblem | 'closed' };

/** Where a window for signing in by Google begins; `link` connects it to the account that is signed in. */
export const googleStart = (purpose: 'login' | 'signup' | 'link') =>
  `${API_BASE}google/start?purpose=${purpose}`;

/**
 * Opens a window for a provider's pages and waits until it comes back to `/oauth-redirects`, then closes it. To be
 * called in the very handler of a press, before anything is awaited: browsers block it elsewhere.
 */
export function openSignInWindow(url: string): Promise<SignInWindowResult> {
  const popup = window.open(url, 'hw-sign-in', centred());
  if (!popup) return Promise.resolve({ problem: 'blocked' });
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const result: SignInWindowResult | undefined = popup.closed ? { problem: 'closed' } : resultIn(popup);
      if (!result) return;
      clearInterval(timer);
      popup.close();
      resolve(result);
    }, POLL_MS);
  });
}

/** The word that the API's callback has put into the address of `/oauth-redirects`, if any. */
export function signInProblemIn(params: URLSearchParams): SignInProblem | undefined {
  const error = params.get('error');
  return error === null ? undefined : (WORDS.find((word) => word === error) ?? 'failed');
}

function resultIn(popup: Window): SignInWindowResult | undefined {
  const params = paramsOf(popup);
  const code = params?.get('code');
  if (code) return { code };
  const problem = params && signInProblemIn(params);
  return problem && { problem };
}

/** Nothing while the window shows the provider's pages. The provider's own code, at the API's callback, isn't ours to read. */
function paramsOf(popup: Window): URLSearchParams | undefined {
  try {
    const { pathname, search } = popup.location;
    return pathname === paths.oauthRedirects.pattern ? new URLSearchParams(search) : undefined;
  } catch {
    return undefined; // of a foreign origin
  }
}

function centred() {
  const left = Math.round(window.screenX + (window.outerWidth - SIZE) / 2);
  const top = Math.round(window.screenY + (window.outerHeight - SIZE) / 2);
  return `popup,width=${SIZE},height=${SIZE},left=${left},top=${top}`;
}
