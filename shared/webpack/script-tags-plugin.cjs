/**
 * Makes three changes to the script tags that webpack's runtime creates, in the shell and in remotes:
 * - A file that is requested again, as webpack does after a failure, gets a new URL. The previous one may hang, or the
 *   cache may hold a broken copy of it, which the next page would get too.
 * - Each gets the hash that the page knows for its URL (runtime/integrity.mjs). A hash on the page's own tag is not
 *   enough: the runtime would load the refused URL again without one.
 * - The URL is a path, as in the page's own tags. Webpack only joins a load in progress if the URLs are the same text,
 *   and would fetch the file twice otherwise.
 */
class ScriptTagsPlugin {
  apply(compiler) {
    const { RuntimeGlobals, runtime } = compiler.webpack;
    const { LoadScriptRuntimeModule } = runtime;
    compiler.hooks.thisCompilation.tap('ScriptTagsPlugin', (compilation) => {
      const { createScript } = LoadScriptRuntimeModule.getCompilationHooks(compilation);
      createScript.tap('ScriptTagsPlugin', (code) => [code, FRESH_URL, WITH_HASH].join('\n'));
      compilation.hooks.runtimeModule.tap('ScriptTagsPlugin', (module) => {
        if (module.constructor.name === 'AutoPublicPathRuntimeModule')
          cutOrigin(module, RuntimeGlobals.publicPath);
      });
    });
  }
}

/**
 * Counts on the window, so that it works with any version of the shell. `url` and `script` are webpack's variables.
 */
const FRESH_URL = `var tries = globalThis.__HEADWATER__.tries ??= {};
if (tries[url]) script.src = url + '?r=' + tries[url] + '.' + Date.now().toString(36);
tries[url] = (tries[url] || 0) + 1;`;

const WITH_HASH = `script.crossOrigin = 'anonymous';
script.integrity = globalThis.__HEADWATER__.integrity(script.src);`;

function cutOrigin(module, publicPath) {
  const generate = module.generate.bind(module);
  module.generate = () => `${generate()}\n${publicPath} = ${publicPath}.replace(location.origin + '/', '/');`;
}

module.exports = { ScriptTagsPlugin };
