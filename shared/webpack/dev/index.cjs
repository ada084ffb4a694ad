/**
 * The development flavour of the shell and of one remote, for `npm run dev` alone: made of the production
 * configurations, so that those know nothing of it. What differs, and why:
 * - React in its development build: only that one swaps components.
 * - A remote takes updates, by webpack's own client, which hot-client.mjs feeds.
 * - No hashes in names or script tags, as a file changes under its address. What the others load keeps theirs.
 * - The files are kept by whoever watches (`outputFileSystem`), and nothing is read back.
 */
const path = require('node:path');
const webpack = require('webpack');
const ReactRefreshPlugin = require('@pmmmwh/react-refresh-webpack-plugin');
const production = require('../index.cjs');
const { ScriptTagsPlugin } = require('../script-tags-plugin.cjs');

const ROOT = path.resolve(__dirname, '../../..');
const file = (name) => path.join(__dirname, name);

/** Without source maps: nobody steps through it, and it is large. */
exports.shell = (dir) => development(production.shell(dir));

exports.remote = (dir) => {
  const config = development(production.remote(dir));
  return {
    ...config,
    devtool: 'cheap-module-source-map', // none with eval, which the page's policy forbids
    resolve: { ...config.resolve, alias: { 'react/jsx-dev-runtime$': file('jsx-dev-runtime.mjs') } },
    module: { rules: config.module.rules.map(withRefresh) },
    plugins: [
      ...config.plugins,
      new webpack.HotModuleReplacementPlugin(),
      new ReactRefreshPlugin({ overlay: false, library: config.name }),
      new webpack.EntryPlugin(ROOT, `${file('hot-client.mjs')}?${config.name}`, { name: undefined }),
    ],
  };
};

function development(config) {
  return {
    ...config,
    mode: 'development',
    output: {
      ...config.output,
      path: '/',
      clean: false,
      compareBeforeEmit: false,
      filename: '[name].js',
      chunkFilename: '[name].js',
    },
    // a build with an error changes nothing: the page goes on with the last good one
    optimization: { emitOnErrors: false },
    plugins: config.plugins.filter((plugin) => !(plugin instanceof ScriptTagsPlugin)),
    cache: true, // in memory
  };
}

/** The script that each page gets: it listens for builds and shows what is wrong with them. */
exports.pageClient = file('page-client.js');

/** SWC marks components for Fast Refresh only together with `jsxDEV`, which jsx-dev-runtime.mjs leads back to `jsx`. */
function withRefresh(rule) {
  if (!rule.options?.jsc) return rule;
  const react = { ...rule.options.jsc.transform.react, development: true, refresh: true };
  return { ...rule, options: { ...rule.options, jsc: { ...rule.options.jsc, transform: { react } } } };
}
