import { homedir } from 'node:os';
import path from 'node:path';
import {
  ConfigReader,
  dataDirectoryOf,
  readServerConfig,
  type ServerConfig,
} from '@headwater/shared/contract';

/**
 * Configuration of a standalone delivery server from the environment. Composed with the API, the API's
 * configuration is used.
 */
export interface DeliveryConfig extends ServerConfig {
  /** The registry's folder in the data directory. */
  readonly registry: string;
}

/** Returns the registry's folder. The data directory is the same as the API's. */
export const registryFolder = (dataDirectory: string): string => path.join(dataDirectory, 'registry');

export const dataDirectory = (env = process.env): string =>
  path.resolve(dataDirectoryOf(env, { isRoot: process.getuid?.() === 0, home: homedir() }));

/** Parses the environment once. Throws a ConfigError that lists all invalid settings. */
export function readDeliveryConfig(env = process.env): DeliveryConfig {
  const read = new ConfigReader(env);
  const config = { ...readServerConfig(read), registry: registryFolder(dataDirectory(env)) };
  read.finish();
  return Object.freeze(config);
}
