import type { BrowserContext } from 'playwright';
import type { Client } from './client.ts';

type Cookie = Parameters<BrowserContext['addCookies']>[0][number];

/** Of a browser that is signed in as the client. By https, as the name of a `__Host-` cookie asks for; browsers send it to localhost all the same. */
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
