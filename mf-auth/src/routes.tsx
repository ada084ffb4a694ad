import { lazyPage, type RouteObject } from '@headwater/shared/routing';
import { prefetchSignInOptions } from '@headwater/shared/session';
import { messages } from './messages.ts';
import { loadSignup } from './signup/invitation.ts';

/**
 * The routes that the shell mounts at /. Loaders wait for everything that affects a page's layout, so that nothing
 * moves.
 */
export const routes: RouteObject[] = [
  {
    path: 'confirm-email',
    loader: prefetchSignInOptions,
    lazy: lazyPage(
      () => import(/* webpackChunkName: "confirm-email" */ './confirm-email/confirm-email.page.tsx'),
      'ConfirmEmailPage',
      messages,
    ),
  },
  {
    path: 'demo-login',
    loader: prefetchSignInOptions,
    lazy: lazyPage(
      () => import(/* webpackChunkName: "demo-login" */ './demo-login/demo-login.page.tsx'),
      'DemoLoginPage',
      messages,
    ),
  },
  {
    path: 'login',
    loader: prefetchSignInOptions,
    lazy: lazyPage(
      () => import(/* webpackChunkName: "login" */ './login/login.page.tsx'),
      'LoginPage',
      messages,
    ),
  },
  {
    path: 'oauth-redirects',
    lazy: lazyPage(
      () => import(/* webpackChunkName: "oauth-redirects" */ './oauth-redirects/oauth-redirects.page.tsx'),
      'OauthRedirectsPage',
      messages,
    ),
  },
  {
    path: 'request-password-reset',
    loader: prefetchSignInOptions,
    lazy: lazyPage(
      () =>
        import(
          /* webpackChunkName: "request-password-reset" */ './request-password-reset/request-password-reset.page.tsx'
        ),
      'RequestPasswordResetPage',
      messages,
    ),
  },
  {
    path: 'reset-password',
    lazy: lazyPage(
      () => import(/* webpackChunkName: "reset-password" */ './reset-password/reset-password.page.tsx'),
      'ResetPasswordPage',
      messages,
    ),
  },
  {
    path: 'signup',
    loader: loadSignup,
    lazy: lazyPage(
      () => import(/* webpackChunkName: "signup" */ './signup/signup.page.tsx'),
      'SignupPage',
      messages,
    ),
  },
];
