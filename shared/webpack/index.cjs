/**
 * How the shell and the remotes are built: everything about webpack and Module Federation in one place.
 * A package's `webpack.config.cjs` is one line: `module.exports = require('@headwater/shared/webpack').remote(__dirname);`
 *
 * The agreement between the two sides:
 * - The shell contains React, Module Federation's runtime, and every door of shared that has state, has context, or is
 *   large. A remote contains only its own code; `LeakCheckPlugin` fails the build otherwise.
 * - Neither knows its version or its URL: both are served below `/r/<name>/<version>/` and derive their public path from
 *   the script that runs.
 * - Every script that is loaded later needs a hash that the page knows (`ScriptTagsPlugin`).
 * - `dist/assets.json` lists the files that each entry, page, and door needs; delivery makes script tags from it.
 */
const path = require('node:path');
const webpack = require('webpack'); // 5.111.1 exactly: 5.112 has no 'webpack/lib/util/extractUrlAndGlobal', which federation needs
const TerserPlugin = require('terser-webpack-plugin');
const { ModuleFederationPlugin } = require('@module-federation/enhanced/webpack');
const { AssetsPlugin } = require('./assets-plugin.cjs');
const { LeakCheckPlugin } = require('./leak-check-plugin.cjs');
const { ScriptTagsPlugin } = require('./script-tags-plugin.cjs');

const SHARED = path.resolve(__dirname, '..');
const ROOT = path.resolve(SHARED, '..');
const manifest = require('../package.json');
const reactVersion = require('react/package.json').version;

const reactPart = { version: reactVersion, eager: true };
/**
 * A door of shared. Its path is explicit, because a shared module that the shell doesn't import itself would silently
 * not be offered.
 */
const door = (name, eager) => [
  `@headwater/shared/${name}`,
  { version: manifest.version, eager, import: path.join(SHARED, manifest.exports[`./${name}`]) },
];

const DOORS_OF_EVERY_PAGE = ['ui', 'routing', 'session', 'query', 'api', 'messages'];
const LATER_DOORS = [
  'forms',
  ...['workspace', 'inputs', 'table', 'menu', 'tabs', 'combobox', 'charts'].map((part) => `ui/${part}`),
];

/**
 * What the shell offers and remotes only consume. Eager modules are in the shell's main file, because every page needs
 * them; the others are chunks of the shell. Doors that aren't listed are compiled into each remote: `contract` and
 * `json-api`, which are pure, and `tables`, `figures`, and others that few remotes need and that import the rest through
 * its doors.
 */
const OFFERED = Object.fromEntries([
  ['react', reactPart],
  ['react/jsx-runtime', reactPart],
  ['react-dom', reactPart],
  ['react-dom/client', reactPart],
  ...DOORS_OF_EVERY_PAGE.map((name) => door(name, true)),
  ...LATER_DOORS.map((name) => door(name, false)),
]);

const offered = () =>
  mapValues(OFFERED, (part) => ({ singleton: true, requiredVersion: `^${part.version}`, ...part }));
/** `import: false`: no fallback copy; `strictVersion`: a version that doesn't match is an error, not a warning. */
const consumed = () =>
  mapValues(OFFERED, ({ version }) => ({
    singleton: true,
    import: false,
    strictVersion: true,
    version,
    requiredVersion: `^${version}`,
  }));

/** The part of Module Federation's settings that both sides share. */
const federation = {
  // 'version-first' would fetch the entries of all registered remotes right away
  shareStrategy: 'loaded-first',
  manifest: false,
  dts: false,
  dev: false,
  // the shell calls a remote's container itself (shell/src/remotes), so only the sharing part of federation is needed
  experiments: { optimization: { target: 'web', disableSnapshot: true, disableRemote: true } },
};

/** The module that the shell provides to remotes: see runtime/lend-runtime.mjs. */
const bundlerRuntime = () =>
  require.resolve('@module-federation/webpack-bundler-runtime/bundler', {
    paths: [path.dirname(require.resolve('@module-federation/enhanced/webpack'))],
  });

function base(dir, plugins) {
  const name = path.basename(dir);
  return {
    name,
    context: ROOT, // module IDs are paths relative to it, so any checkout of the same source builds the same bytes
    mode: 'production',
    target: ['web', 'es2022'],
    devtool: false,
    output: {
      path: path.join(dir, 'dist'),
      clean: true,
      uniqueName: name,
      publicPath: 'auto',
      crossOriginLoading: 'anonymous',
      chunkLoadTimeout: 15_000,
      strictModuleExceptionHandling: true, // a module that threw runs again on the next try
      chunkFilename: '[name].[contenthash:10].js',
      // a function, because federation's runtime module fails with a plain '[contenthash]', whose hash isn't known yet
      filename: ({ chunk }) => (chunk?.contentHash?.javascript ? '[name].[contenthash:10].js' : '[name].js'),
      assetModuleFilename: '[name].[contenthash:10][ext]',
    },
    resolve: { extensions: ['.tsx', '.ts', '.mjs', '.js'] },
    module: { rules },
    optimization: {
      chunkIds: 'deterministic',
      moduleIds: 'deterministic',
      minimizer: [
        new TerserPlugin({
          minify: TerserPlugin.swcMinify,
          extractComments: false,
          terserOptions: { compress: { passes: 2 }, mangle: true, format: { comments: false } },
        }),
      ],
    },
    plugins: [...plugins, new ScriptTagsPlugin()],
    cache: {
      type: 'filesystem',
      cacheDirectory: path.join(ROOT, '.cache', name),
      buildDependencies: {
        config: [
          __filename,
          path.join(dir, 'webpack.config.cjs'),
          path.join(SHARED, 'messages/compile.cjs'),
          path.join(SHARED, 'package.json'),
        ],
      },
    },
    performance: false,
    stats: 'errors-warnings',
    infrastructureLogging: { level: 'error' },
  };
}

const rules = [
  {
    test: /\.tsx?$/,
    exclude: /node_modules/,
    loader: require.resolve('swc-loader'),
    options: {
      jsc: {
        parser: { syntax: 'typescript', tsx: true },
        target: 'es2022',
        // never true: jsxDEV fails in a production React
        transform: { react: { runtime: 'automatic', development: false } },
      },
      module: { type: 'es6' },
    },
  },
  { test: /\.m?js$/, resolve: { fullySpecified: false } },
  // a message catalog becomes a module of functions, so that no parser is sent to the browser
  {
    test: /[\\/]messages[\\/](en|de)\.json$/,
    type: 'javascript/auto',
    loader: require.resolve('./messages-loader.cjs'),
  },
  { test: /\.(woff2|svg|png|webp)$/, type: 'asset/resource' },
];

/** The configuration without federation, also used for the application that federation is benchmarked against. */
exports.base = base;

/** The host's configuration. It exposes nothing and names no remotes: the shell finds them in the page at run time. */
exports.shell = (dir) => ({
  ...base(dir, [
    new ModuleFederationPlugin({
      ...federation,
      name: 'shell',
      shared: offered(),
      runtimePlugins: [
        path.join(__dirname, 'runtime/lend-runtime.mjs'),
        path.join(__dirname, 'runtime/integrity.mjs'),
      ],
    }),
    new AssetsPlugin({ offers: mapValues(OFFERED, ({ version }) => version) }),
  ]),
  entry: { main: path.join(dir, 'src/main.ts') },
});

/** A remote's configuration. It exposes only `./routes`; its container is the global `mf_<name>`. */
exports.remote = (dir) => ({
  ...base(dir, [
    new ModuleFederationPlugin({
      ...federation,
      name: path.basename(dir).replaceAll('-', '_'),
      filename: 'remoteEntry.js',
      exposes: { './routes': { import: path.join(dir, 'src/routes.tsx'), name: 'routes' } },
      shared: consumed(),
    }),
    new webpack.ExternalsPlugin('var', ({ request }, done) =>
      request === bundlerRuntime() ? done(null, 'globalThis.__MF_BUNDLER_RUNTIME__') : done(),
    ),
    new LeakCheckPlugin(),
    new AssetsPlugin({ needs: mapValues(OFFERED, ({ version }) => `^${version}`), remote: dir }),
  ]),
  entry: {},
});

function mapValues(object, change) {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
}
