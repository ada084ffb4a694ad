import { chromium, type Page } from 'playwright';
import { browserFlags, findBrowser } from '../e2e/support/browser.ts';
import { startProduct, type Product } from '../e2e/support/product.ts';
import { BUILT } from '../scripts/packages.ts';
import { browserCookie } from './support/browser-cookie.ts';
import { Client } from './support/client.ts';
import { EditedBuilds } from './support/edited-builds.ts';
import { median, milliseconds } from './support/statistics.ts';

const ROUNDS = 5;
/** The largest remote. */
const REMOTE = 'mf-sources';
/** An element of its first page. */
const ADD_SOURCE = 'main a[href$="/new/select"]';

/** Times in seconds. */
type Times = Record<'coldBuild' | 'warmBuild' | 'publish' | 'promote', number>;

/**
 * Deploys an edited remote to everyone, with the commands that a person types, and compares it with deploying
 * all packages.
 */
export async function bench(): Promise<void> {
  const product = await startProduct();
  const builds = new EditedBuilds();
  const browser = await chromium.launch({ executablePath: findBrowser(console.log), args: browserFlags });
  const page = await openSources(await browser.newPage(), product);
  const [one, all]: [Times[], Times[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    one.push(await deploy([REMOTE], builds, product, page));
    all.push(await deploy(BUILT, builds, product, page));
  }
  await browser.close();
  await product.stop();
  print(one, all);
}

async function openSources(page: Page, { address }: Product): Promise<Page> {
  const client = await Client.signUp(address);
  const { id } = await client.post('organizations', 'organizations', { name: 'Bench' });
  await page.context().addCookies([browserCookie(client, address)]);
  await page.goto(`${address}/w/${id}/source-connections`);
  return page;
}

async function deploy(
  names: readonly string[],
  builds: EditedBuilds,
  product: Product,
  page: Page,
): Promise<Times> {
  const coldBuild = await seconds(() => builds.build(names, { cold: true }));
  const warmBuild = await seconds(() => builds.build(names, { cold: false }));
  let printed = '';
  const publish = await seconds(
    async () => (printed = await product.deliver('publish', ...names.map(builds.folderOf))),
  );
  const versions = [...printed.matchAll(/^Published (\S+)$/gm)].map(([, version]) => version ?? '');
  const promote = await seconds(() =>
    product.deliver('promote', ...versions, '--force', '--why', 'nobody uses it'),
  );
  await page.reload();
  await page.locator(ADD_SOURCE).first().waitFor();
  const seen = await page.evaluate<number>(`edits[${JSON.stringify(REMOTE)}]`);
  if (seen !== builds.edit) throw new Error(`The page runs edit ${seen}, promoted is ${builds.edit}`);
  return { coldBuild, warmBuild, publish, promote };
}

const seconds = async (work: () => Promise<unknown>) => (await milliseconds(work)) / 1000;

function print(one: readonly Times[], all: readonly Times[]): void {
  const range = (values: number[]) =>
    `${median(values).toFixed(2)} s (${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)})`;
  const line = (name: string, ofOne: (times: Times) => number, ofAll = ofOne) => {
    const [ours, theirs] = [one.map(ofOne), all.map(ofAll)];
    const ratio = median(ours.map((value, round) => value / (theirs[round] ?? Number.NaN)));
    console.log(`${name.padEnd(44)} ${range(ours)}; all ${range(theirs)}; × ${ratio.toFixed(2)}, paired`);
  };
  console.log(`${REMOTE} against all ${BUILT.length}; the next page opened had every promoted version`);
  line('build without a cache', (times) => times.coldBuild);
  line('build of an edit', (times) => times.warmBuild);
  line('publish', (times) => times.publish);
  line('promote', (times) => times.promote);
  const withPublish = (build: 'coldBuild' | 'warmBuild') => (times: Times) => times[build] + times.publish;
  line('edit and publish, against all without a cache', withPublish('warmBuild'), withPublish('coldBuild'));
}
