import { screen } from '@testing-library/react';
import type { ProfileAttributes, SessionAttributes, UserSessionAttributes } from '@headwater/shared/contract';
import { documentOf, type FakeResponse, type Handlers } from '@headwater/shared/testing';
import { MARA, sessionOf, startShell } from './start-shell.tsx';

/** Returns Mara's profile as an API response. */
export const profileOf = (attributes: Partial<ProfileAttributes> = {}): FakeResponse =>
  documentOf('profiles', 'usr_mara', {
    email: MARA.email,
    pendingEmail: null,
    name: MARA.name,
    hasPassword: true,
    googleEmail: null,
    language: null,
    theme: null,
    timeZone: null,
    createdAt: '2026-01-05T08:00:00Z',
    ownWorkspaces: [],
    adminOf: [],
    ...attributes,
  });

export const signInOptionsOf = ({ google }: { google: boolean }): FakeResponse =>
  documentOf('sign_in_options', 'current', {
    google,
    demo: 'off',
    mail: true,
    signUp: 'open',
    signUpDomains: [],
  });

const SESSION: UserSessionAttributes = {
  browser: 'Firefox',
  system: 'Linux',
  address: '203.0.113.7',
  isCurrent: false,
  createdAt: '2026-01-05T08:00:00Z',
  lastSeenAt: '2026-01-05T08:00:00Z',
};
export const userSessionsOf = (
  ...sessions: ({ id: string } & Partial<UserSessionAttributes>)[]
): FakeResponse => ({
  status: 200,
  body: {
    data: sessions.map(({ id, ...attributes }) => ({
      type: 'user_sessions',
      id,
      attributes: { ...SESSION, ...attributes },
    })),
  },
});

export interface ProfileOptions {
  profile?: Partial<ProfileAttributes>;
  session?: Partial<SessionAttributes>;
  api?: Handlers;
}

/** Starts the shell with the profile open over a page. */
export async function openProfile(section: string, { profile, session = {}, api }: ProfileOptions = {}) {
  const shell = await startShell(`/w/org_finch/data?profile=${section}`, {
    ...sessionOf(session),
    'GET profile': profileOf(profile),
    'GET sign-in-options': signInOptionsOf({ google: false }),
    ...api,
  });
  const drawer = await screen.findByRole('dialog', { name: 'Your profile' });
  const press = (name: string) => shell.user.click(screen.getByRole('button', { name }));
  return { ...shell, drawer, press };
}
