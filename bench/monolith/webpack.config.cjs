/**
 * The product as one webpack application with route splitting: what `page-*` measures federation against. The same
 * sources, rules and settings; in place of the shell's loader of remotes each remote is a lazy chunk.
 */
const path = require('node:path');
const { base } = require('@headwater/shared/webpack');
const { AssetsPlugin } = require('../../shared/webpack/assets-plugin.cjs');

const ROOT = path.resolve(__dirname, '../..');
const config = base(__dirname, [new AssetsPlugin({ offers: {} })]);

module.exports = {
  ...config,
  entry: {
    main: [
      path.join(ROOT, 'shared/webpack/runtime/integrity.mjs'), // of the shell's runtime plugins the one without federation
      path.join(ROOT, 'shell/src/main.ts'),
    ],
  },
  resolve: {
    ...config.resolve,
    alias: { '@module-federation/enhanced/runtime$': path.join(__dirname, 'no-federation.mjs') },
  },
  module: {
    rules: [
      ...config.module.rules,
      {
        resource: path.join(ROOT, 'shell/src/remotes/load-remote.ts'),
        enforce: 'pre',
        loader: path.join(__dirname, 'import-remotes.cjs'),
      },
      {
        resource: path.join(ROOT, 'shell/src/remotes/declared.ts'),
        enforce: 'pre',
        loader: path.join(__dirname, 'declare-remotes.cjs'),
      },
      {
        resource: new RegExp(`^${RegExp.escape(ROOT)}/mf-[a-z-]+/src/`),
        enforce: 'pre',
        loader: path.join(__dirname, 'prefix-chunk-names.cjs'),
      },
    ],
  },
};
