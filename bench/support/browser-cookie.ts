import type { BrowserContext } from 'playwright';
import type { Client } from './client.ts';

type Cookie = Parameters<BrowserContext['addCookies']>[0][number];

/**
 * Returns the cookie of a browser that is signed in as the client. The URL is HTTPS, as the name of a
 * `__Host-` cookie requires. Browsers still send it to localhost over HTTP.
 */
export function browserCookie(client: Client, address: string): Cookie {
  const [name = ''] = client.cookie.split('=', 1);
  const value = client.cookie.slice(name.length + 1);
  return {
    name,
    value,
    url: address.replace('http:', 'https:'),
    secure: true,
    httpOnly: true,
    sameSite: 'Lax',
  };
}
