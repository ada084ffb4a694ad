const swc = require('@swc/jest');

const NAMED_IMPORT = /import\(\s*\/\* webpackChunkName: "([^"]+)" \*\/[^)]*\)/g;

/**
 * swc, and an `import()` with a name for webpack also adds that name to `loadedChunks`: tests can tell which chunk a
 * page is in, as webpack does when it loads one.
 */
module.exports.createTransformer = (options) => {
  const { process, getCacheKey } = swc.createTransformer(options);
  const noted = (source) => source.replace(NAMED_IMPORT, '(globalThis.loadedChunks.add("$1"), $&)');
  return {
    process: (source, ...rest) => process(noted(source), ...rest),
    getCacheKey: (source, ...rest) => getCacheKey(noted(source), ...rest),
  };
};
