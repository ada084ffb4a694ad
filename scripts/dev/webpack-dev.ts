import { createRequire } from 'node:module';
import type { Configuration } from 'webpack';

interface WebpackDev {
  shell(folder: string): Configuration;
  remote(folder: string): Configuration;
  pageClient: string;
}

/** CommonJS, like all of webpack's configuration. */
const webpackDev = createRequire(import.meta.url)('@headwater/shared/webpack/dev') as WebpackDev;

/** The script that is added to every page of `npm run dev`. */
export const PAGE_CLIENT = webpackDev.pageClient;

export const configurationOf = (name: string, folder: string): Configuration =>
  name === 'shell' ? webpackDev.shell(folder) : webpackDev.remote(folder);
