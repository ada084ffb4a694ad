import type { BrowserContext } from 'playwright';
import { startSourceDatabase } from '../../e2e/support/source-database.ts';
import { browserCookie } from './browser-cookie.ts';
import { Client } from './client.ts';
import { fillMixedTable, MIXED_TABLE } from './mixed-table.ts';
import type { Pages } from './monolith.ts';
import type { Paired } from './paired.ts';
import { endedRun, selectTable } from './selected-table.ts';

const ROWS = 10_000;

export interface Workspace {
  /** The URL of the workspace: `…/w/<id>`. */
  url: string;
  tableUrl: string;
  /** The cookies of a browser that is signed in there. */
  cookies: Parameters<BrowserContext['addCookies']>[0];
}

/** Syncs the same table in a workspace of each side. */
export async function tableOnPages({
  federated,
  monolith,
}: Pages): Promise<Record<keyof Paired<unknown>, Workspace>> {
  const source = await startSourceDatabase();
  await fillMixedTable(source, ROWS);
  const workspaceAt = async (address: string): Promise<Workspace> => {
    const client = await Client.signUp(address);
    const { organizationId, sourceConnectionId, runs } = await selectTable(client, source, MIXED_TABLE);
    const { state } = await endedRun(client, runs);
    if (state !== 'succeeded') throw new Error(`The run ended as ${state}`);
    const url = `${address}/w/${organizationId}`;
    const tableUrl = `${url}/data/${sourceConnectionId}/${MIXED_TABLE}`;
    return { url, tableUrl, cookies: [browserCookie(client, address)] };
  };
  const workspaces = {
    federated: await workspaceAt(federated.address),
    monolith: await workspaceAt(monolith.address),
  };
  await source.stop();
  return workspaces;
}
