/**
 * Jest for the shell, the remotes, and shared: swc strips the types, the doors of shared resolve to their source, and
 * message catalogs are compiled as in webpack builds. A package's `jest.config.cjs` is one line:
 * `module.exports = require('@headwater/shared/jest');`
 */
const path = require('node:path');
const { exports: doors } = require('../package.json');

const shared = path.resolve(__dirname, '..');
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

module.exports = {
  testEnvironment: path.join(__dirname, 'environment.cjs'),
  resolver: path.join(__dirname, 'resolver.cjs'),
  testEnvironmentOptions: { customExportConditions: ['browser', 'require', 'default'] },
  testMatch: ['**/*.test.{ts,tsx}'],
  // Generous, because simulated typing is slow on a busy machine; a test that hangs still fails.
  testTimeout: 60_000,
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  transform: {
    '\\.[cm]?[jt]sx?$': [
      path.join(__dirname, 'transform.cjs'),
      {
        jsc: {
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic', development: true } },
          target: 'es2022',
        },
        module: { type: 'commonjs' },
        sourceMaps: 'inline',
      },
    ],
  },
  moduleNameMapper: {
    '\\.(woff2|png|svg|webp)$': path.join(__dirname, 'asset.cjs'),
    ...Object.fromEntries(
      Object.entries(doors).map(([door, file]) => [
        `^@headwater/shared${escaped(door.slice(1))}$`,
        path.join(shared, file),
      ]),
    ),
  },
  setupFiles: [path.join(__dirname, 'browser-parts.cjs')],
  setupFilesAfterEnv: [path.join(__dirname, 'matchers.ts')],
};
