import type { Config } from '../platform/config/config.ts';

/** The origins from which the product's own pages call: PUBLIC_URL, or this machine's names at the port we serve. */
export function ownOrigins({ publicUrl }: Config, port: number): readonly string[] {
  if (publicUrl) return [new URL(publicUrl).origin];
  return [`http://localhost:${port}`, `http://127.0.0.1:${port}`, `http://[::1]:${port}`];
}

/** The URL of a page of ours, one of `paths`, for links in mails and for providers that send people back. */
export const pageUrl = ({ publicUrl, port }: Config, path: string): string =>
  new URL(path, publicUrl ?? `http://localhost:${port}`).href;

/** Whether browsers keep a `Secure` cookie of ours: over https, and over http on this machine itself. */
export function isSecureContext({ publicUrl }: Config): boolean {
  if (!publicUrl) return true;
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}
