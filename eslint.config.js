import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import { configs } from 'typescript-eslint';
import { headwater } from './scripts/lint/plugin.ts';

const BROWSER = ['shell/src/**', 'mf-*/src/**', 'shared/**', 'scripts/new-remote/template/src/**'];
const TESTS = ['**/*.test.{ts,tsx}', '**/testing/**'];
/** What runs for people. The rest only meets names that we give. */
const PRODUCT = [
  'api/src/**',
  'engine/**',
  'delivery/src/**',
  'shared/**',
  'shell/src/**',
  'mf-*/src/**',
].map((folder) => `${folder}/*.{ts,tsx}`);
/** Files that are linted with type information. */
const TYPED = ['**/*.ts', '**/*.tsx'];
/** Node's test runner awaits what these return. */
const RUNNER = [
  { from: 'package', package: 'node:test', name: ['test', 'describe', 'it', 'suite', 'after', 'before'] },
];
/** Files whose tool requires a default export. */
const DEFAULT_EXPORTS = [
  '**/*.config.*',
  '**/*.d.ts',
  'scripts/node-test-reporter.mjs',
  'shared/webpack/runtime/*.mjs',
  'e2e/support/*reporter*',
];

const INNER_HTML =
  'React escapes text, but raw HTML can inject scripts. Compose elements, or use rich messages (t.rich).';
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
  message: 'Export by name, so that it has the same name everywhere.',
};
const numbers = {
  selector: [
    "NewExpression[callee.object.name='Intl'][callee.property.name='NumberFormat']",
    'CallExpression[callee.property.name=/^to(Fixed|Locale(Date|Time)?String)$/]',
  ].join(', '),
  message:
    'Write numbers with useFormat() of shared/messages, and values of columns with the words of shared/charts: they agree on digits, groups, and language.',
};
const literalKey = {
  selector:
    "ObjectExpression:not(:has(> Property[key.name='queryFn'], > SpreadElement)) > Property[key.name='queryKey'] > .value:matches(ArrayExpression, TSAsExpression)",
  message:
    'A key is written where its query is defined. Elsewhere, take it from there (`….queryKey`), or use `liveKey` of shared/query for all that is of a type.',
};
const fetchElsewhere = {
  message:
    'Send requests with `api` of @headwater/shared/api, which handles the session, errors, and early responses.',
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
      'headwater/one-doc': 'error',
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
      // React ignores what a handler returns, so the browser reports the error of its promise as unhandled.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      // React Router redirects if a Response is thrown.
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
  { files: PRODUCT, ignores: TESTS, rules: { 'headwater/own-names': 'error' } },
  {
    files: ['api/src/{http,wings}/**/*.ts'],
    ignores: TESTS,
    rules: { 'headwater/needed-services': 'error' },
  },
  // Longer ones have parts with a name of their own: a part of a screen, a hook, a step.
  {
    ignores: [...TESTS, 'e2e/journeys/**'],
    rules: { 'max-lines-per-function': ['error', { max: 100 }] },
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
    files: BROWSER,
    ignores: [...TESTS, 'shared/messages/**', 'shared/charts/**'],
    rules: { 'no-restricted-syntax': ['error', ...rawHtml, writtenHtml, noDefault, numbers, literalKey] },
  },
  {
    files: ['shared/api/**', ...TESTS],
    rules: { 'no-restricted-globals': 'off', 'no-restricted-properties': 'off' },
  },
  // These files are written into pages, where `boot-script.ts` calls the functions they declare.
  {
    files: ['delivery/src/page/in-browser/*.js'],
    languageOptions: { sourceType: 'script', globals: { ...globals.browser, process: 'off' } },
    rules: { '@typescript-eslint/no-unused-vars': ['error', { vars: 'local' }] },
  },
  // Tests may write HTML into the page that they run in.
  { files: TESTS, rules: { 'no-restricted-syntax': ['error', ...rawHtml, noDefault] } },
  // Playwright reads from the pattern which fixtures a fixture needs, including none.
  { files: ['e2e/**'], rules: { 'no-empty-pattern': 'off' } },
  { files: DEFAULT_EXPORTS, rules: { 'no-restricted-syntax': ['error', ...rawHtml, writtenHtml] } },
  { files: TESTS, languageOptions: { globals: globals.jest } },
  {
    files: ['**/*.cjs'],
    languageOptions: { sourceType: 'commonjs' },
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
];
