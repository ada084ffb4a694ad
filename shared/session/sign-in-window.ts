import { API_BASE } from '../api/settings.ts';
import { paths } from '../contract/ground/paths.ts';

/** The specification's numbers (§7, §9). */
const SIZE = 500;
const POLL_MS = 700;

const PROBLEMS = ['denied', 'mismatch', 'expired', 'unreachable', 'failed'] as const;

/** Why signing in with a provider failed; its message is `google.<problem>` of the shared messages. */
export type SignInProblem = (typeof PROBLEMS)[number] | 'blocked';

/** The single-use hand-off code, or why there is none. `closed`: the user closed the window. */
export type SignInWindowResult = { code: string } | { problem: SignInProblem | 'closed' };

/** The URL that starts signing in with Google; `link` connects a Google account to the signed-in user. */
export const googleStart = (purpose: 'login' | 'signup' | 'link') =>
  `${API_BASE}google/start?purpose=${purpose}`;

/**
 * Opens a window for a provider's pages, waits until it returns to `/oauth-redirects`, and closes it. Call it directly
 * in a click handler, before anything is awaited: browsers block the window otherwise.
 */
export function openSignInWindow(url: string): Promise<SignInWindowResult> {
  const popup = window.open(url, 'hw-sign-in', centered());
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

/** Returns the problem that the API's callback put into the URL of `/oauth-redirects`, if any. */
export function signInProblemIn(params: URLSearchParams): SignInProblem | undefined {
  const error = params.get('error');
  return error === null ? undefined : (PROBLEMS.find((word) => word === error) ?? 'failed');
}

function resultIn(popup: Window): SignInWindowResult | undefined {
  const params = paramsOf(popup);
  const code = params?.get('code');
  if (code) return { code };
  const problem = params && signInProblemIn(params);
  return problem && { problem };
}

/**
 * Undefined while the window shows other pages. The provider's own code, in the URL of the API's callback, isn't ours
 * to read.
 */
function paramsOf(popup: Window): URLSearchParams | undefined {
  try {
    const { pathname, search } = popup.location;
    return pathname === paths.oauthRedirects.pattern ? new URLSearchParams(search) : undefined;
  } catch {
    return undefined; // a page of another origin
  }
}

function centered() {
  const left = Math.round(window.screenX + (window.outerWidth - SIZE) / 2);
  const top = Math.round(window.screenY + (window.outerHeight - SIZE) / 2);
  return `popup,width=${SIZE},height=${SIZE},left=${left},top=${top}`;
}
