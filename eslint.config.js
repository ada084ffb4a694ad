import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import { configs } from 'typescript-eslint';
import { headwater } from './scripts/lint/plugin.ts';

const BROWSER = ['shell/src/**', 'mf-*/src/**', 'shared/**', 'scripts/new-remote/template/src/**'];
const TESTS = ['**/*.test.{ts,tsx}', '**/testing/**'];
/** What the compiler knows as well; the template is compiled once it is a remote. */
const TYPED = ['**/*.ts', '**/*.tsx'];
/** Node's runner waits for what these return. */
const RUNNER = [
  { from: 'package', package: 'node:test', name: ['test', 'describe', 'it', 'suite', 'after', 'before'] },
];
/** Files whose tool wants a default export. */
const DEFAULT_EXPORTS = [
  '**/*.config.*',
  '**/*.d.ts',
  'scripts/node-test-reporter.mjs',
  'shared/webpack/runtime/*.mjs',
  'e2e/support/*reporter*',
];

const INNER_HTML =
  'React escapes text; raw HTML is a way in for scripts. Compose elements, or rich messages (t.rich).';
const rawHtml = [
  { selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']", message: INNER_HTML },
  { selector: "Property[key.name='dangerouslySetInnerHTML']", message: INNER_HTML },
];
const writtenHtml = {
  selector: 'AssignmentExpression[left.property.name=/^(inner|outer)HTML$/]',
  message: INNER_HTML,
};
const noDefault = {
  selector: 'ExportDefaultDeclaration',
  message: 'Export by name, so that it is called the same everywhere.',
};
const fetchElsewhere = {
  message:
    'Requests go through `api` of @headwater/shared/api: it knows the session, the errors and the early answers.',
};

export default [
  {
    ignores: [
      '**/dist/**',
      '**/.cache/**',
      '**/coverage/**',
      '**/test-results/**',
      '**/node_modules/**',
      '**/fixtures/**',
    ],
  },
  js.configs.recommended,
  ...configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    plugins: { headwater: headwater(import.meta.dirname) },
    languageOptions: { globals: globals.node },
    rules: {
      'headwater/boundaries': 'error',
      'headwater/disable-reason': 'error',
      'no-restricted-syntax': ['error', ...rawHtml, writtenHtml, noDefault],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-redeclare': ['error', { builtinGlobals: false }],
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        {
          argsIgnorePattern: '^_',
          varsIgnorePattern: '^_',
          destructuredArrayIgnorePattern: '^_',
          ignoreRestSiblings: true,
        },
      ],
    },
  },
  {
    files: TYPED,
    languageOptions: {
      parserOptions: {
        project: ['tsconfig.browser.json', 'tsconfig.server.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/no-floating-promises': ['error', { allowForKnownSafeCalls: RUNNER }],
      // What React does with a handler's promise it does with its error: tell the browser.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      // React Router is told of a redirection by throwing it.
      '@typescript-eslint/only-throw-error': [
        'error',
        { allow: [{ from: 'lib', name: 'Response' }], allowThrowingUnknown: true },
      ],
      '@typescript-eslint/return-await': ['error', 'error-handling-correctness-only'],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
    },
  },
  {
    files: BROWSER,
    plugins: { 'react-hooks': reactHooks },
    languageOptions: { globals: globals.browser },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      'no-restricted-globals': [
        'error',
        { name: 'fetch', ...fetchElsewhere },
        { name: 'XMLHttpRequest', ...fetchElsewhere },
      ],
      'no-restricted-properties': [
        'error',
        ...['window', 'globalThis', 'self'].map((object) => ({
          object,
          property: 'fetch',
          ...fetchElsewhere,
        })),
      ],
    },
  },
  {
    files: ['shared/api/**', ...TESTS],
    rules: { 'no-restricted-globals': 'off', 'no-restricted-properties': 'off' },
  },
  // Written into pages: `boot-script.ts` calls what these declare.
  {
    files: ['delivery/src/page/in-browser/*.js'],
    languageOptions: { sourceType: 'script', globals: { ...globals.browser, process: 'off' } },
    rules: { '@typescript-eslint/no-unused-vars': ['error', { vars: 'local' }] },
  },
  // Tests write the page that they run in.
  { files: TESTS, rules: { 'no-restricted-syntax': ['error', ...rawHtml, noDefault] } },
  // Playwright reads from the pattern which fixtures a fixture wants, also that it wants none.
  { files: ['e2e/**'], rules: { 'no-empty-pattern': 'off' } },
  { files: DEFAULT_EXPORTS, rules: { 'no-restricted-syntax': ['error', ...rawHtml, writtenHtml] } },
  { files: TESTS, languageOptions: { globals: globals.jest } },
  {
    files: ['**/*.cjs'],
    languageOptions: { sourceType: 'commonjs' },
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
];
