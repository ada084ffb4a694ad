import type { BrowserContext } from 'playwright';
import type { Client } from './client.ts';

type Cookie = Parameters<BrowserContext['addCookies']>[0][number];

/** Returns the cookie of a browser that is signed in as the client, at an address of this machine. */
export function browserCookie(client: Client, address: string): Cookie {
  const [name = ''] = client.cookie.split('=', 1);
  const value = client.cookie.slice(name.length + 1);
  return { name, value, url: address, httpOnly: true, sameSite: 'Strict' };
}
