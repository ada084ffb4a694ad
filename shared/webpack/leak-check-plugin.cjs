/** Packages that only the shell may contain: a second copy would break context and state, or is too large. */
const SHELL_ONLY = [
  'react',
  'react-dom',
  'scheduler',
  'react-router',
  'react-router-dom',
  'react-transition-group',
  '@mui/*',
  '@emotion/*',
  'stylis',
  '@popperjs/*',
  '@floating-ui/*',
  'notistack',
  'goober',
  'formik',
  'yup',
  '@tanstack/*',
  '@sentry/*',
  '@sinclair/typebox',
  '@messageformat/core',
  '@module-federation/*',
];

/** `@mui/*` → `@mui/[^/]+`; modules are compared with forward slashes. */
const names = SHELL_ONLY.map((name) => name.replace('*', '[^/]+')).join('|');
const IN_NODE_MODULES = new RegExp(`.*/node_modules/((${names})/.*)`);

/**
 * Fails the build of a remote that contains a package of the shell, and lists the packages with one of their files.
 */
class LeakCheckPlugin {
  apply(compiler) {
    const { WebpackError } = compiler.webpack;
    compiler.hooks.compilation.tap('LeakCheckPlugin', (compilation) => {
      compilation.hooks.afterOptimizeChunkIds.tap('LeakCheckPlugin', () => {
        const leaks = leaksOf(compilation);
        if (leaks.size === 0) return;
        const list = [...leaks].map(([name, file]) => `${name} (${file})`).join(', ');
        compilation.errors.push(
          new WebpackError(
            `This remote contains packages that only the shell may contain: ${list}. ` +
              'Import them through a door of @headwater/shared; if none offers what you need, add one.',
          ),
        );
      });
    });
  }
}

function leaksOf(compilation) {
  const leaks = new Map();
  const visit = (module) => {
    if (module.modules) return module.modules.forEach(visit); // modules that webpack has concatenated
    if (module.type === 'consume-shared-module') return;
    const [, file, name] = IN_NODE_MODULES.exec(module.resource?.replaceAll('\\', '/')) ?? [];
    if (name && !leaks.has(name)) leaks.set(name, file);
  };
  for (const module of compilation.modules) {
    if (compilation.chunkGraph.getNumberOfModuleChunks(module) > 0) visit(module);
  }
  return leaks;
}

module.exports = { LeakCheckPlugin };
