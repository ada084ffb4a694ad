export {
  clearSession,
  endSession,
  logOut,
  sessionQuery,
  storeSession,
  useSession,
  useSignedIn,
  type Session,
} from './session.ts';
export { mayFetch, useMay } from './use-may.ts';
export { useRefusal } from './use-refusal.ts';
export { useCalendar, useWorkspaceSettings, type Calendar } from './use-calendar.ts';
export { afterSignIn, rememberWorkspace } from './after-sign-in.ts';
export { prefetchSignInOptions, useSignInOptions } from './sign-in-options.ts';
export {
  googleStart,
  openSignInWindow,
  signInProblemIn,
  type SignInProblem,
  type SignInWindowResult,
} from './sign-in-window.ts';
