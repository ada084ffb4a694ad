import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { ROOT } from '../packages.ts';
import { DevBuild, ENTRY, type BuildReport } from './dev-build.ts';

test('a build follows its sources, and an edit with errors is reported and keeps the last good build', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'headwater-dev-build-'));
  cpSync(path.join(ROOT, 'shared/webpack/fixtures/clean-remote'), folder, { recursive: true });
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  const reports: BuildReport[] = [];
  const waiting: (() => void)[] = [];
  const build = new DevBuild('clean-remote', folder, (report) => {
    reports.push(report);
    waiting.splice(0).forEach((resolve) => resolve());
  });
  t.after(async () => {
    await build.close();
    rmSync(folder, { recursive: true });
  });
  const next = () => new Promise<void>((resolve) => waiting.push(resolve));
  const routes = path.join(folder, 'src/routes.tsx');
  const source = readFileSync(routes, 'utf8');

  await build.settled();
  const { hash, errors } = build.state;
  assert.equal(errors, undefined);
  const good = String(build.file(ENTRY));
  const has = (text: string) => String(build.file('routes.js')).includes(text);
  assert.ok(good.includes('performReactRefresh'));
  assert.ok(!good.includes('__HEADWATER__.integrity'), 'a file that changes can have no hash');
  assert.ok(!good.includes('eval('), 'the page’s policy forbids it');

  const broken = next();
  writeFileSync(routes, `${source}\nconst = 1;\n`);
  await broken;
  assert.match(build.state.errors ?? '', /src\/routes\.tsx:\d+/);
  assert.equal(build.state.hash, hash);
  assert.equal(String(build.file(ENTRY)), good);
  assert.match(reports.at(-1)?.changed.join() ?? '', /routes\.tsx$/);

  const repaired = next();
  assert.ok(!has('REPAIRED'));
  writeFileSync(routes, `${source}\nexport const REPAIRED = 1;\n`);
  await repaired;
  assert.equal(build.state.errors, undefined);
  assert.notEqual(build.state.hash, hash);
  assert.ok(has('REPAIRED'));
});
