/**
 * Two changes to the script tags that webpack's runtime makes, in the shell and in remotes:
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
      createScript.tap('ScriptTagsPlugin', (code) => `${code}\n${WITH_HASH}`);
      compilation.hooks.runtimeModule.tap('ScriptTagsPlugin', (module) => {
        if (module.constructor.name === 'AutoPublicPathRuntimeModule')
          cutOrigin(module, RuntimeGlobals.publicPath);
      });
    });
  }
}

const WITH_HASH =
  "script.crossOrigin = 'anonymous';\nscript.integrity = globalThis.__HEADWATER__.integrity(script.src);";

function cutOrigin(module, publicPath) {
  const generate = module.generate.bind(module);
  module.generate = () => `${generate()}\n${publicPath} = ${publicPath}.replace(location.origin + '/', '/');`;
}

module.exports = { ScriptTagsPlugin };
