/**
 * Three changes to the script tags that webpack's runtime makes, in the shell and in remotes:
 * - A file that is asked for again, which webpack does once it has failed, gets an address of its own: under the one
 *   before it may hang, or lie broken in the cache, where the next page finds it too.
 * - Each gets the hash that the page knows for its address (runtime/integrity.mjs). A tag in the page with a hash is
 *   no protection by itself: the runtime would load the refused address again, without one.
 * - The address is a path, as in the page's own tags. Webpack joins a running load only if the addresses are the
 *   same text, and would fetch the file twice otherwise.
 */
class ScriptTagsPlugin {
  apply(compiler) {
    const { RuntimeGlobals, runtime } = compiler.webpack;
    const { LoadScriptRuntimeModule } = runtime;
    compiler.hooks.thisCompilation.tap('ScriptTagsPlugin', (compilation) => {
      const { createScript } = LoadScriptRuntimeModule.getCompilationHooks(compilation);
      createScript.tap('ScriptTagsPlugin', (code) => [code, UNTRIED, WITH_HASH].join('\n'));
      compilation.hooks.runtimeModule.tap('ScriptTagsPlugin', (module) => {
        if (module.constructor.name === 'AutoPublicPathRuntimeModule')
          cutOrigin(module, RuntimeGlobals.publicPath);
      });
    });
  }
}

/** Counted on the window, so that it doesn't ask for a shell of a certain version. `url` and `script` are webpack's. */
const UNTRIED = `var tries = globalThis.__HEADWATER__.tries ??= {};
if (tries[url]) script.src = url + '?r=' + tries[url] + '.' + Date.now().toString(36);
tries[url] = (tries[url] || 0) + 1;`;

const WITH_HASH = `script.crossOrigin = 'anonymous';
script.integrity = globalThis.__HEADWATER__.integrity(script.src);`;

function cutOrigin(module, publicPath) {
  const generate = module.generate.bind(module);
  module.generate = () => `${generate()}\n${publicPath} = ${publicPath}.replace(location.origin + '/', '/');`;
}

module.exports = { ScriptTagsPlugin };
