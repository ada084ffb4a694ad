import type { Config } from '../platform/config/config.ts';

/** The origins from which the product's own pages call: PUBLIC_URL, or this machine's names at the port we serve. */
export function ownOrigins({ publicUrl }: Config, port: number): readonly string[] {
  if (publicUrl) return [new URL(publicUrl).origin];
  return [`http://localhost:${port}`, `http://127.0.0.1:${port}`, `http://[::1]:${port}`];
}

/** The address of a page of ours, for links in mails and for providers that send people back. */
export function pageUrl(
  { publicUrl, port }: Config,
  path: string,
  query: Record<string, string> = {},
): string {
  const url = new URL(path, publicUrl ?? `http://localhost:${port}`);
  url.search = new URLSearchParams(query).toString();
  return url.href;
}

/** Whether browsers keep a `Secure` cookie of ours: over https, and over http on this machine itself. */
export function isSecureContext({ publicUrl }: Config): boolean {
  if (!publicUrl) return true;
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}
