import type { ConfigReader, ValueKind } from './config-reader.ts';
import { emailRules } from './email.rules.ts';
import { DEFAULT_SUPPORT_EMAIL } from './product.ts';
import { firstBroken } from './rule.ts';

/**
 * The settings that every server of an installation reads from its environment, whether they share a process or not.
 */
export interface ServerConfig {
  readonly host: string;
  readonly port: number;
  /** The origin at which browsers reach the product, if that isn't this machine's own. */
  readonly publicUrl: string | null;
  readonly supportEmail: string;
  readonly sentryDsn: string | null;
}

const portNumber: ValueKind<number> = {
  fault: 'must be a port from 0 to 65535',
  example: '8080',
  read: (text) => (/^\d{1,5}$/.test(text) && Number(text) <= 65535 ? Number(text) : undefined),
};

export const webUrl: ValueKind<string> = {
  fault: 'must be an http or https URL',
  example: 'https://bi.example.com',
  read: (text) => {
    const url = URL.parse(text);
    return url && /^https?:$/.test(url.protocol) ? text.replace(/\/+$/, '') : undefined;
  },
};

export const emailAddress: ValueKind<string> = {
  fault: 'must be an email address',
  example: 'support@example.com',
  read: (text) => (firstBroken(emailRules, text) ? undefined : text),
};

/** Reads the settings and collects their errors in `read`, with which the caller can read further settings. */
export const readServerConfig = (read: ConfigReader): ServerConfig => ({
  host: read.value('HOST', '127.0.0.1'),
  port: read.with('PORT', portNumber, 8080),
  publicUrl: read.optional('PUBLIC_URL', webUrl),
  supportEmail: read.with('SUPPORT_EMAIL', emailAddress, DEFAULT_SUPPORT_EMAIL),
  sentryDsn: read.optional('SENTRY_DSN', webUrl),
});

/** Returns the origin at which browsers reach the product: the configured one, else this machine's own. */
export const siteOf = ({ publicUrl, port }: Pick<ServerConfig, 'publicUrl' | 'port'>): string =>
  publicUrl ?? `http://localhost:${port}`;

/** Returns the data directory, which may be relative: HEADWATER_DATA, else the system's for root, else the user's. */
export function dataDirectoryOf(
  env: Readonly<Record<string, string | undefined>>,
  { isRoot, home }: { isRoot: boolean; home: string },
): string {
  const configured = env['HEADWATER_DATA']?.trim();
  if (configured) return configured;
  if (isRoot) return '/var/lib/headwater';
  return `${env['XDG_DATA_HOME'] || `${env['HOME'] || home}/.local/share`}/headwater`;
}
