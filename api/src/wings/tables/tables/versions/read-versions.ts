import { stat } from 'node:fs/promises';
import {
  CurrenciesMixed,
  QueryOverflow,
  QueryProcessLost,
  QueryTimeout,
  QueryTooLarge,
  sha256Of,
  VersionAltered,
  VersionGone,
  type QueryFile,
  type VersionKey,
} from '@headwater/warehouse';
import { presentColumn } from '../../../connections/source-connections/index.ts';
import type { Services } from '../../../../http/services.ts';
import { reportDamage } from './damage.ts';
import { QueueClosed, QueueFull } from '@headwater/base/queue/fair-queue';
import { Refusal } from '@headwater/base/refusals/refusal';
import type { ReadableVersion } from './versions.repository.ts';

/** Query processes start within this time. */
const RETRY_SECONDS = 2;

/** So fast is a file hashed after a failed read, so that other requests don't wait. */
const HASH_RATE = 256 * 1024 ** 2;

/** Errors that say nothing about the files. Others are a reason to hash them. */
const BLAMELESS = [
  Refusal,
  CurrenciesMixed,
  QueryTimeout,
  QueryTooLarge,
  QueryOverflow,
  QueueFull,
  QueueClosed,
];

/**
 * Reads versions in a query process while their files are kept. Of a version with `only`, the process has no other rows. Throws a 409 for a damaged one: a file that is missing,
 * has another size, or can't be read and has another hash than when it was written.
 */
export async function readVersions<T>(
  services: Services,
  workspaceId: string,
  versions: readonly ReadableVersion[],
  read: (files: readonly QueryFile[]) => Promise<T>,
): Promise<T> {
  for (const version of versions) if (version.isDamaged) throw damaged(version);
  const keys = versions.map((version) => keyOf(workspaceId, version));
  return services.versions.reading(keys, async (paths) => {
    const files = versions.map((version, at) => ({
      path: paths[at]!,
      bytes: version.bytes,
      ...onlyOf(version),
    }));
    try {
      return await read(files);
    } catch (error) {
      for (const [at, version] of versions.entries())
        if (await isDamagedBy(error, files[at]!, version)) {
          const isKept = await reportDamage(services, keys[at]!);
          throw isKept ? damaged(version, error) : new Refusal('version_gone', { cause: error });
        }
      throw asRefusal(error);
    }
  });
}

/** Returns which rows of a file are read, if these aren't all. */
export const onlyOf = ({ only }: ReadableVersion): Pick<QueryFile, 'only'> =>
  only ? { only: { columns: only.columns.map(presentColumn), filter: only.filter } } : {};

/** Reads a file that is no version in a query process: one that was made for a moment. */
export const readMade = async <T>(file: QueryFile, read: (file: QueryFile) => Promise<T>): Promise<T> =>
  read(file).catch((error: unknown) => {
    throw asRefusal(error);
  });

const keyOf = (workspaceId: string, { sourceConnectionId, tableId, token }: ReadableVersion): VersionKey => ({
  workspaceId,
  connectionId: sourceConnectionId,
  tableId,
  token,
});

const damaged = ({ version }: ReadableVersion, cause?: unknown) =>
  new Refusal('version_damaged', { cause, values: { version } });

async function isDamagedBy(
  error: unknown,
  file: { path: string; bytes: number },
  { sha256 }: ReadableVersion,
): Promise<boolean> {
  if (BLAMELESS.some((kind) => error instanceof kind) || (error as Error).name === 'AbortError') return false;
  const size = await stat(file.path).then(
    ({ size: bytes }) => bytes,
    () => null,
  );
  if (size !== file.bytes) return true;
  if (sha256) return (await sha256Of(file.path, { rate: HASH_RATE })) !== sha256;
  return error instanceof VersionAltered;
}

function asRefusal(error: unknown): unknown {
  if (error instanceof QueryTimeout) return new Refusal('query_timed_out', { cause: error });
  if (error instanceof QueryTooLarge) return new Refusal('query_too_large', { cause: error });
  if (error instanceof CurrenciesMixed) return new Refusal('currencies_mixed', { cause: error });
  if (error instanceof QueryOverflow) return new Refusal('query_overflow', { cause: error });
  if (error instanceof VersionGone) return new Refusal('version_gone', { cause: error });
  if (error instanceof QueryProcessLost) {
    const seconds = RETRY_SECONDS;
    return new Refusal('installation_busy', { cause: error, retryAfter: seconds, values: { seconds } });
  }
  return error;
}
