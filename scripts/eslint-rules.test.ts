import assert from 'node:assert/strict';
import path from 'node:path';
import { before, test } from 'node:test';
import { ESLint } from 'eslint';
import { configs } from 'typescript-eslint';
import { faultBetweenStoreys } from './lint/storeys.ts';
import { REMOTES, ROOT } from './packages.ts';

/**
 * A file of the repository, which need not exist, its content, and the rule that must report it (or none).
 */
type Snippet = [file: string, code: string, rule: string | undefined];

const B = 'headwater/boundaries';

const snippets: Snippet[] = [
  // a remote never imports another remote or the shell
  ['mf-data/src/x.ts', "import { routes } from 'mf-sources';", B],
  ['mf-data/src/x.ts', "import { routes } from '../../mf-sources/src/routes.tsx';", B],
  ['mf-data/src/x.ts', "export * from '../../mf-sources/src/routes.tsx';", B],
  ['mf-data/src/x.ts', "export const page = () => import('../../mf-sources/src/routes.tsx');", B],
  ['mf-data/src/deep/er/x.ts', "import { readPage } from '../../../../shell/src/page.ts';", B],
  ['mf-data/src/x.ts', "import { readPage } from 'shell';", B],
  ['shell/src/x.ts', "import { routes } from 'mf-data';", B],
  ['mf-data/src/x.ts', "import { a } from './table/a.ts';\nexport const b = a;", undefined],
  // shared can only be imported through its doors
  ['mf-data/src/x.ts', "import { api } from '@headwater/shared/api';\nexport const a = api;", undefined],
  ['mf-data/src/x.ts', "import { Button } from '@headwater/shared/ui/core/button.tsx';", B],
  ['mf-data/src/x.ts', "import { api } from '../../shared/api/index.ts';", B],
  ['mf-data/src/x.ts', "import { fakeApi } from '@headwater/shared/testing';", B],
  ['mf-data/src/x.test.ts', "import { fakeApi } from '@headwater/shared/testing';\nfakeApi({});", undefined],
  ['shared/ui/x.ts', "import { api } from '@headwater/shared/api';", B],
  ['shared/contract/x.ts', "import { api } from '../api/index.ts';", B],
  // the contract has the wings of the API
  ['shared/contract/tables/x.ts', "import '../ground/column.ts';", undefined],
  ['shared/contract/tables/x.ts', "import '../queries/sql.ts';", B],
  ['shared/contract/ground/x.ts', "import type { Query } from '../tables/query.ts';", B],
  // what is compiled into remotes must not include a second copy of a singleton
  ['shared/tables/x.ts', "import { api } from '@headwater/shared/api';\nexport const a = api;", undefined],
  ['shared/tables/x.ts', "import { api } from '../api/index.ts';", B],
  ['shared/figures/cards/x.ts', "import { api } from '../../api/index.ts';", B],
  ['shared/connecting/x.ts', "import { api } from '../api/index.ts';", B],
  // what tests of connectors start is also for benches, and nothing else of the engine is
  [
    'bench/x.ts',
    "import { PASSWORD } from '@headwater/connectors/server/postgres/testing/source-server';\nexport const b = PASSWORD;",
    undefined,
  ],
  ['bench/x.ts', "import '@headwater/connectors';", B],
  // the engine's packages are entered through their doors, in one direction, and only by the API
  ['engine/warehouse/x.ts', "import '@headwater/protocol/protocol';", undefined],
  ['engine/protocol/x.ts', "import '@headwater/warehouse';", B],
  ['engine/base/x.ts', "import type { Rejection } from '@headwater/protocol/rejection';", B],
  ['engine/manifests/x.ts', "import '@headwater/connectors';", B],
  ['engine/manifests/x.test.ts', "import '@headwater/connectors';", B],
  ['engine/protocol/x.test.ts', "import '@headwater/warehouse/testing/test-warehouse';", B],
  ['engine/warehouse/deep/x.ts', "import '../../protocol/protocol.ts';", B],
  ['engine/warehouse/x.ts', "import '@headwater/warehouse';", B],
  ['engine/warehouse/x.ts', "import { startApi } from 'api';", B],
  ['engine/warehouse/x.ts', "import '../../api/src/app.ts';", B],
  ['engine/warehouse/x.ts', "import '@headwater/base/testing/settled';", B],
  ['api/src/wings/syncs/runs/x.ts', "import '@headwater/warehouse';", undefined],
  ['api/src/http/x.ts', "import '@headwater/warehouse';", B],
  ['api/src/platform/x.ts', "import '@headwater/base/egress';", undefined],
  ['mf-data/src/x.ts', "import '@headwater/protocol/finding';", B],
  ['delivery/src/x.ts', "import '@headwater/base/egress';", B],
  // servers import only the contract, and not each other
  [
    'api/src/x.ts',
    "import { CONTRACT_VERSION } from '@headwater/shared/contract';\nexport const a = CONTRACT_VERSION;",
    undefined,
  ],
  ['api/src/x.ts', "import { api } from '@headwater/shared/api';", B],
  ['delivery/src/x.ts', "import { flatten } from '@headwater/shared/json-api';", B],
  ['delivery/src/x.ts', "import { startApi } from 'api';", B],
  ['api/src/x.ts', "import { publish } from '../../delivery/src/app.ts';", B],
  ['scripts/x.ts', "import { startApi } from 'api';\nexport const a = startApi;", undefined],
  ['scripts/x.ts', "import { startApi } from '../api/src/app.ts';", B],
  // the API's storeys are entered only from above, and its nouns only through their doors
  ['api/src/platform/x.ts', "import '../http/access.ts';", B],
  ['api/src/platform/x.ts', "import '../app.ts';", B],
  ['api/src/http/x.ts', "import '../wings/ground/audit/index.ts';", B],
  ['api/src/wings/syncs/runs/x.ts', "import '../../tables/tables/tables.repository.ts';", B],
  ['api/src/wings/syncs/runs/x.ts', "import '../../people/superuser/index.ts';", B],
  ['api/src/wings/syncs/runs/x.ts', "import '../../tables/tables/index.ts';", undefined],
  ['api/src/wings/syncs/runs/deep/x.ts', "import '../../logs/index.ts';", undefined],
  ['api/src/wings/syncs/runs/x.ts', "import '../facts/index.ts';", B],
  ['api/src/wings/syncs/runs/x.ts', "import '../../../app.ts';", B],
  ['api/src/wings/syncs/runs/x.test.ts', "import '../../tables/tables/tables.repository.ts';", undefined],
  ['api/src/x.ts', "import './wings/tables/tables/tables.repository.ts';", B],
  ['api/src/x.ts', "import './wings/tables/tables/index.ts';", undefined],
  // a wing imports only the wings before it
  ['api/src/wings/tables/tables/x.ts', "import type { SyncRun } from '../../syncs/runs/index.ts';", B],
  ['api/src/wings/ground/audit/x.ts', "export * from '../../samples/demo/index.ts';", B],
  ['api/src/wings/hooks.ts', "import '../wings/tables/tables/index.ts';", undefined],
  // packages that can only be imported through a door of shared
  ['mf-data/src/x.tsx', "import Button from '@mui/material/Button';", B],
  ['mf-data/src/x.tsx', "import { css } from '@emotion/react';", B],
  ['mf-auth/src/x.tsx', "import { useFormik } from 'formik';", B],
  ['shared/ui/x.tsx', "import { string } from 'yup';", B],
  ['shell/src/x.tsx', "import { SnackbarProvider } from 'notistack';", B],
  ['mf-data/src/x.ts', "import { useQuery } from '@tanstack/react-query';", B],
  ['shell/src/x.ts', "import { Link } from 'react-router-dom';", B],
  ['shared/forms/x.ts', "import { useFormik } from 'formik';\nexport const a = useFormik;", undefined],
  ['shared/ui/x.ts', "import Button from '@mui/material/Button';\nexport const a = Button;", undefined],
  // requests use the one client
  ['mf-data/src/x.ts', "void fetch('/api/tables');", 'no-restricted-globals'],
  ['mf-data/src/x.ts', "void window.fetch('/api/tables');", 'no-restricted-properties'],
  ['shell/src/x.ts', 'export const request = new XMLHttpRequest();', 'no-restricted-globals'],
  ['shared/api/x.ts', "void fetch('/api/tables');", undefined],
  ['api/src/x.ts', "void fetch('https://example.com');", undefined],
  // a query's key is written once
  [
    'mf-data/src/x.ts',
    "export const all = (id: string) => ({ queryKey: ['reports', id] });",
    'no-restricted-syntax',
  ],
  [
    'mf-data/src/x.queries.ts',
    "export const all = { queryKey: ['reports'], refetchType: 'none' };",
    'no-restricted-syntax',
  ],
  ['mf-data/src/x.ts', "export const one = { queryKey: ['reports'], queryFn: () => 1 };", undefined],
  // text is escaped by React
  [
    'mf-data/src/x.tsx',
    'export const A = () => <p dangerouslySetInnerHTML={{ __html: "" }} />;',
    'no-restricted-syntax',
  ],
  [
    'mf-data/src/x.tsx',
    'export const a = { dangerouslySetInnerHTML: { __html: "" } };',
    'no-restricted-syntax',
  ],
  ['mf-data/src/x.ts', "document.body.innerHTML = '<p>';", 'no-restricted-syntax'],
  // names and types
  ['mf-data/src/x.ts', 'export default 1;', 'no-restricted-syntax'],
  ['e2e/playwright.config.ts', 'export default {};', undefined],
  ['api/src/x.ts', 'export const a = (b: any) => b;', '@typescript-eslint/no-explicit-any'],
  ['api/src/x.ts', 'export const a = (b: number) => b == 1;', 'eqeqeq'],
  [
    'mf-data/src/x.tsx',
    "import { useState } from 'react';\nexport const f = (a: boolean) => { if (a) useState(1); };",
    'react-hooks/rules-of-hooks',
  ],
  // editors show the last doc comment only
  ['api/src/x.ts', '/** One. */\n/** Two. */\nexport const a = 1;', 'headwater/one-doc'],
  ['api/src/x.ts', '/* The file. */\n\n/** One. */\nexport const a = 1;', undefined],
  // disabling a rule requires a reason, and must have an effect
  [
    'api/src/x.ts',
    '// eslint-disable-next-line eqeqeq\nexport const a = (b: number) => b == 1;',
    'headwater/disable-reason',
  ],
  [
    'api/src/x.ts',
    '/* eslint-disable */\nexport const a = (b: number) => b == 1;',
    'headwater/disable-reason',
  ],
  [
    'api/src/x.ts',
    '// eslint-disable-next-line eqeqeq -- the driver returns text or a number\nexport const a = (b: number) => b == 1;',
    undefined,
  ],
];

test('a wing that comes later is refused before anybody looks at what a noun needs', () => {
  const fault = (from: string, file: string) =>
    faultBetweenStoreys(ROOT, `api/src/wings/${from}/x.ts`, `api/src/wings/${file}/index.ts`);
  assert.match(fault('tables/tables', 'syncs/runs')!, /^The wing tables knows nothing of syncs/);
  assert.match(fault('ground/audit', 'samples/demo')!, /^The wing ground knows nothing of samples/);
  assert.match(fault('syncs/runs', 'people/superuser')!, /doesn't need superuser/);
  assert.equal(fault('syncs/runs', 'tables/tables'), undefined);
});

let eslint: ESLint;
before(() => {
  // The compiler only knows files that exist.
  eslint = new ESLint({ cwd: ROOT, overrideConfig: configs.disableTypeChecked });
});

const rulesOf = async (file: string, code: string) => {
  const [result] = await eslint.lintText(`${code}\n`, { filePath: path.join(ROOT, file) });
  return (result?.messages ?? []).map(({ ruleId, message }) => ruleId ?? message);
};

for (const [file, code, rule] of snippets) {
  test(`${rule ?? 'allowed'}: ${file}: ${code.replaceAll('\n', ' ')}`, async () => {
    const rules = await rulesOf(file, code);
    if (rule === undefined) assert.deepEqual(rules, []);
    else assert.ok(rules.includes(rule), `expected ${rule}, got ${rules.join(', ') || 'nothing'}`);
  });
}

test('a function has at most 100 lines, those of screens too', async () => {
  const rule = 'max-lines-per-function';
  const lines = (count: number) => `export function A() {\n${'  // one\n'.repeat(count - 2)}}`;
  for (const file of ['mf-data/src/x.tsx', 'api/src/x.ts', 'engine/base/x.ts', 'scripts/x.ts']) {
    assert.deepEqual(await rulesOf(file, lines(101)), [rule], file);
    assert.deepEqual(await rulesOf(file, lines(100)), [], file);
  }
  for (const file of ['mf-data/src/x.test.tsx', 'shared/testing/x.ts', 'e2e/journeys/x.spec.ts'])
    assert.deepEqual(await rulesOf(file, lines(101)), [], file);
});

test('no remote may import another one, by folder name alone', async () => {
  for (const from of REMOTES) {
    for (const to of REMOTES.filter((name) => name !== from)) {
      const rules = await rulesOf(`${from}/src/x.ts`, `import '../../${to}/src/routes.tsx';`);
      assert.deepEqual(rules, [B], `${from} → ${to}`);
    }
  }
});

test('an error names what to import instead', async () => {
  const messagesOf = async (file: string, code: string) => {
    const [result] = await eslint.lintText(`${code}\n`, { filePath: path.join(ROOT, file) });
    return result?.messages.map(({ message }) => message).join('\n') ?? '';
  };
  assert.match(await messagesOf('mf-data/src/x.ts', "import 'formik';"), /@headwater\/shared\/forms/);
  assert.match(await messagesOf('mf-data/src/x.ts', "import 'mf-auth';"), /moves to shared/);
  assert.match(
    await messagesOf('mf-data/src/x.ts', "import '@headwater/shared/none';"),
    /@headwater\/shared\/routing/,
  );
});

const typed = new ESLint({
  cwd: ROOT,
  // If CI is set, the parser would read the file instead of the given text.
  overrideConfig: { languageOptions: { parserOptions: { disallowAutomaticSingleRunInference: true } } },
});

/** The rules that report a text in the place of a file that the compiler knows. */
const typedRulesOf = async (file: string, code: string) => {
  const [result] = await typed.lintText(`${code}\n`, { filePath: path.join(ROOT, file) });
  return result?.messages.map(({ ruleId }) => ruleId);
};

test('a promise that is not awaited is refused', async () => {
  assert.deepEqual(
    await typedRulesOf('scripts/packages.ts', "import { rm } from 'node:fs/promises';\nrm('x');"),
    ['@typescript-eslint/no-floating-promises'],
  );
});

const OWN = 'headwater/own-names';
const byName: [what: string, code: string, rules: string[]][] = [
  ['read', 'export const of = (masks: Record<string, string>, name: string) => masks[name];', [OWN]],
  ['called', 'export const of = (by: Record<string, () => 1>, name: string) => by[`x${name}`]?.();', [OWN]],
  ['set', 'export const set = (to: Record<string, 1>, name: string) => void (to[name] = 1);', [OWN]],
  ['asked for', 'export const has = (one: object, name: string) => name in one;', [OWN]],
  ['in a list', 'export const of = (all: readonly string[], at: number) => all[at];', []],
  ['one of ours', "export const of = (by: { a: 1; b: 2 }, name: 'a' | 'b') => by[name];", []],
  [
    'of an object without methods',
    'interface Dict { [key: string]: 1 }\nexport const of = (dict: Dict, name: string) => dict[name];',
    [],
  ],
];
for (const [what, code, rules] of byName) {
  test(`a name that somebody gave, ${what}: ${rules.length > 0 ? 'refused' : 'allowed'}`, async () =>
    assert.deepEqual(await typedRulesOf('engine/base/failures/fill.ts', code), rules));
}

const NEEDED = 'headwater/needed-services';
const SCHEDULES = 'wings/syncs/schedules/scheduler.ts';
const services: [what: string, file: string, code: string, rules: string[]][] = [
  ['of a module that is not needed', SCHEDULES, '(all: Services) => all.toolRuns', [NEEDED]],
  ['picked', SCHEDULES, "({ toolRuns: runs }: Pick<Services, 'toolRuns'>) => runs", [NEEDED]],
  ['of a context', SCHEDULES, '({ all: { toolRuns } }: { all: Services }) => toolRuns', [NEEDED]],
  [
    'in a copy',
    SCHEDULES,
    '(all: Services) => { const { toolRuns } = { ...all }; return toolRuns; }',
    [NEEDED],
  ],
  ['of the module itself', SCHEDULES, '({ scheduler }: Services) => scheduler', []],
  ['of a needed module', SCHEDULES, '({ syncs }: Services) => syncs', []],
  ['of what a needed module needs', SCHEDULES, '({ versions }: Services) => versions', []],
  ['of all modules', SCHEDULES, '({ hooks, database }: Services) => [hooks, database]', []],
  ['passed in', SCHEDULES, '(all: Services, toolRuns: 1) => ({ ...all, toolRuns }).toolRuns', []],
  ['of a noun, next to the wings', 'wings/hooks.ts', '({ syncs }: Services) => syncs', [NEEDED]],
  ['of a noun, in http', 'http/authorize.ts', '({ syncs }: Services) => syncs', [NEEDED]],
];
for (const [what, file, code, rules] of services) {
  test(`a service ${what}: ${rules.length > 0 ? 'refused' : 'allowed'}`, async () => {
    const specifier = path.posix.relative(path.posix.dirname(file), 'http/services.ts');
    const from = specifier.startsWith('.') ? specifier : `./${specifier}`;
    const text = `import type { Services } from '${from}';\nexport const of = ${code};`;
    assert.deepEqual(await typedRulesOf(`api/src/${file}`, text), rules);
  });
}
