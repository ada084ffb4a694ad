import type { RouteObject } from '@headwater/shared/routing';
import { messages } from './messages.ts';

export const routes: RouteObject[] = [
  {
    path: 'login',
    lazy: async () => {
      const [page] = await Promise.all([
        import(/* webpackChunkName: "login" */ './login/login.page.tsx'),
        messages.load(),
      ]);
      return { Component: page.LoginPage };
    },
  },
  {
    path: 'signup',
    lazy: async () => {
      const [page] = await Promise.all([
        import(/* webpackChunkName: "signup" */ './signup/signup.page.tsx'),
        messages.load(),
      ]);
      return { Component: page.SignupPage };
    },
  },
];
