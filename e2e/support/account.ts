import { randomBytes } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';

export interface Account {
  email: string;
  password: string;
}

/** Returns the credentials of someone who has no account yet. */
export function newAccount(): Account {
  return {
    email: `mara-${randomBytes(5).toString('hex')}@finch-outdoor.com`,
    password: 'Correct-horse-battery-1',
  };
}

/** Creates an account and a workspace through the API, for journeys that are about something else. */
export async function signUpWithWorkspace(
  page: Page,
  address: string,
): Promise<Account & { organizationId: string }> {
  const account = newAccount();
  const csrf = await signUp(page.request, address, account);
  const organizationId = await post(page.request, `${address}/api/organizations`, 'organizations', csrf, {
    name: 'Finch Outdoor',
  });
  return { ...account, organizationId };
}

/** Signs `account` up with the browser's own cookies and returns its CSRF token. */
export async function signUp(request: APIRequestContext, address: string, account: Account): Promise<string> {
  const response = await send(request, `${address}/api/email-signup`, 'email_signups', undefined, account);
  return response.data.attributes.csrfToken as string;
}

async function post(request: APIRequestContext, url: string, type: string, csrf: string, attributes: object) {
  return (await send(request, url, type, csrf, attributes)).data.id as string;
}

type ApiResponse = { data: { id: string; attributes: Record<string, unknown> } };

async function send(
  request: APIRequestContext,
  url: string,
  type: string,
  csrf: string | undefined,
  attributes: object,
): Promise<ApiResponse> {
  const response = await request.post(url, {
    headers: {
      'content-type': 'application/json',
      origin: new URL(url).origin,
      ...(csrf && { 'x-csrf-token': csrf }),
    },
    data: JSON.stringify({ data: { type, attributes } }),
  });
  if (!response.ok()) throw new Error(`POST ${url}: ${response.status()} ${await response.text()}`);
  return (await response.json()) as ApiResponse;
}
