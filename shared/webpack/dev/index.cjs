/**
 * The development configurations of the shell and of one remote, only for `npm run dev`. They are derived from the
 * production configurations, which know nothing of them. What differs, and why:
 * - React's development build, because only that one can swap components.
 * - A remote accepts updates through webpack's own client, which hot-client.mjs calls.
 * - No hashes in file names or script tags, because a file's content changes under the same URL. Remotes that aren't
 *   under development keep theirs.
 * - The watcher that runs the build keeps the files (`outputFileSystem`), and webpack doesn't compare before emitting.
 */
const path = require('node:path');
const webpack = require('webpack');
const ReactRefreshPlugin = require('@pmmmwh/react-refresh-webpack-plugin');
const production = require('../index.cjs');
const { ScriptTagsPlugin } = require('../script-tags-plugin.cjs');

const ROOT = path.resolve(__dirname, '../../..');
const file = (name) => path.join(__dirname, name);

/** Without source maps, since the shell is large and rarely debugged. */
exports.shell = (dir) => development(production.shell(dir));

exports.remote = (dir) => {
  const config = development(production.remote(dir));
  return {
    ...config,
    devtool: 'cheap-module-source-map', // not one with eval, which the page's content security policy forbids
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
    // a build with an error emits nothing, so the page keeps the last good one
    optimization: { emitOnErrors: false },
    plugins: config.plugins.filter((plugin) => !(plugin instanceof ScriptTagsPlugin)),
    cache: true, // in memory
  };
}

/** The script that each page gets: it listens for builds and shows their errors. */
exports.pageClient = file('page-client.js');

/** SWC only marks components for Fast Refresh together with `jsxDEV`, which jsx-dev-runtime.mjs maps back to `jsx`. */
function withRefresh(rule) {
  if (!rule.options?.jsc) return rule;
  const react = { ...rule.options.jsc.transform.react, development: true, refresh: true };
  return { ...rule, options: { ...rule.options, jsc: { ...rule.options.jsc, transform: { react } } } };
}
