import { homedir } from 'node:os';
import path from 'node:path';
import {
  ConfigReader,
  dataDirectoryOf,
  readServerConfig,
  type ServerConfig,
} from '@headwater/shared/contract';

/** What delivery on its own is told by the environment; composed with the API, that one's configuration holds. */
export interface DeliveryConfig extends ServerConfig {
  /** The registry's folder, in the data directory. */
  readonly registry: string;
}

/** Where the registry lies; the same data directory as the API's. */
export const registryFolder = (dataDirectory: string): string => path.join(dataDirectory, 'registry');

export const dataDirectory = (env = process.env): string =>
  path.resolve(dataDirectoryOf(env, { isRoot: process.getuid?.() === 0, home: homedir() }));

/** Parses the environment once; throws a ConfigError that names every fault. */
export function readDeliveryConfig(env = process.env): DeliveryConfig {
  const read = new ConfigReader(env);
  const config = { ...readServerConfig(read), registry: registryFolder(dataDirectory(env)) };
  read.finish();
  return Object.freeze(config);
}
