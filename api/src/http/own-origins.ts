import { siteOf } from '@headwater/shared/contract';
import type { Config } from '../platform/config/config.ts';

/** Returns the origins of the product's own pages: PUBLIC_URL, or this machine's names with the port we listen on. */
export function ownOrigins({ publicUrl }: Config, port: number): readonly string[] {
  if (publicUrl) return [new URL(publicUrl).origin];
  return [`http://localhost:${port}`, `http://127.0.0.1:${port}`, `http://[::1]:${port}`];
}

/** Returns the URL of one of our pages, taken from `paths`, for links in mails and provider redirects. */
export const pageUrl = (config: Config, path: string): string => new URL(path, siteOf(config)).href;

/** Whether browsers reach our pages over https. */
export const isHttps = ({ publicUrl }: Config): boolean =>
  publicUrl !== null && new URL(publicUrl).protocol === 'https:';
