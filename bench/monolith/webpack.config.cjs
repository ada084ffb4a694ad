/**
 * The product as one webpack application with route splitting, which `page-*` compares with federation. It
 * has the same sources, rules, and settings, but each remote is a lazy chunk instead of being loaded by the
 * shell.
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
      path.join(ROOT, 'shared/webpack/runtime/integrity.mjs'), // the one of the shell's runtime plugins that doesn't need federation
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
