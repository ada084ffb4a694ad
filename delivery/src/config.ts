import { homedir } from 'node:os';
import path from 'node:path';
import { DEFAULT_SUPPORT_EMAIL } from '@headwater/shared/contract';

/** What delivery on its own is told by the environment; composed with the API, that one's configuration holds. */
export interface DeliveryConfig {
  readonly host: string;
  readonly port: number;
  /** The registry's folder, in the data directory. */
  readonly registry: string;
  /** Where browsers reach the product; null where nobody has said it. */
  readonly publicUrl: string | null;
  readonly supportEmail: string;
  readonly sentryDsn: string | null;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Where the registry lies; the same data directory as the API's. */
export const registryFolder = (dataDirectory: string): string => path.join(dataDirectory, 'registry');

/** The system's directory for root, else the user's. */
export function dataDirectory(env: Environment = process.env, isRoot = process.getuid?.() === 0): string {
  if (env['HEADWATER_DATA']?.trim()) return path.resolve(env['HEADWATER_DATA'].trim());
  if (isRoot) return '/var/lib/headwater';
  const base = env['XDG_DATA_HOME'] || path.join(env['HOME'] || homedir(), '.local', 'share');
  return path.join(base, 'headwater');
}

/** Parses the environment once; throws one error that names every fault. */
export function readDeliveryConfig(env: Environment = process.env): DeliveryConfig {
  const faults: string[] = [];
  const portText = env['PORT']?.trim() || '8080';
  const port = /^\d{1,5}$/.test(portText) ? Number(portText) : NaN;
  if (!(port <= 65_535))
    faults.push(`PORT is "${portText}", but must be a port from 0 to 65535, for example PORT=8080`);
  const config = {
    host: env['HOST']?.trim() || '127.0.0.1',
    port,
    registry: registryFolder(dataDirectory(env)),
    publicUrl: readUrl(env, 'PUBLIC_URL', faults)?.href ?? null,
    supportEmail: env['SUPPORT_EMAIL']?.trim() || DEFAULT_SUPPORT_EMAIL,
    sentryDsn: readUrl(env, 'SENTRY_DSN', faults)?.href ?? null,
  };
  if (faults.length > 0) throw new Error(`The configuration is faulty:\n  ${faults.join('\n  ')}`);
  return Object.freeze(config);
}

function readUrl(env: Environment, name: string, faults: string[]): URL | null {
  const text = env[name]?.trim();
  if (!text) return null;
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol)) return url;
  faults.push(
    `${name} is "${text}", but must be an http or https address, for example ${name}=https://bi.example.com`,
  );
  return null;
}
