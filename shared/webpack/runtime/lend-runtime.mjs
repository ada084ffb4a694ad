// Runs in the shell before anything else. Provides the shell's own copy of Module Federation's bundler runtime to the
// remotes, which are built with it as an external. This saves 21 KB in each.
import federation from '@module-federation/webpack-bundler-runtime/bundler';
import { initContainerEntry } from '@module-federation/webpack-bundler-runtime/dist/initContainerEntry.js';

const { runtime, bundlerRuntime } = federation;

globalThis.__MF_BUNDLER_RUNTIME__ ??= {
  ...federation,
  // init() of the shell's copy would give a remote the shell's own instance (#RUNTIME-010), but each needs a separate
  // one
  runtime: { ...runtime, init: (options) => runtime.createInstance(options) },
  // the shell exposes nothing, so its copy was built without this function
  bundlerRuntime: { ...bundlerRuntime, initContainerEntry },
};

export default function lendRuntime() {
  return { name: 'lend-runtime' };
}
