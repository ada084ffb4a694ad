import { api } from '@headwater/shared/api';
import type { ListedToolRunResource, ToolRunResource, ToolSetupResource } from '@headwater/shared/contract';
import type { Flat } from '@headwater/shared/json-api';
import { queryOptions } from '@headwater/shared/query';

export type ToolSetup = Flat<ToolSetupResource>;
export type ToolRun = Flat<ToolRunResource>;
export type ListedToolRun = Flat<ListedToolRunResource>;
export type ToolConfig = ToolSetup['config'];

/** A tool of a workspace. */
export interface ToolAddress {
  organizationId: string;
  slug: string;
}

/** How often a run is fetched while it isn't over, in ms. */
const LOOK_AGAIN_MS = 1_000;

/** How many runs a history shows. */
const RUNS_SHOWN = 25;

const pathOf = ({ organizationId, slug }: ToolAddress) => `organizations/${organizationId}/tools/${slug}`;
/** Begins with the type of the server's events, which invalidate it. */
const keyOf = ({ organizationId, slug }: ToolAddress) => ['tool_runs', organizationId, slug];

export const isOver = ({ state }: Pick<ToolRun, 'state'>) => state !== 'queued' && state !== 'running';

/** What has been set up, by name. */
export const setupsQuery = (tool: ToolAddress) =>
  queryOptions({
    queryKey: [...keyOf(tool), 'setups'],
    queryFn: async ({ signal }) => (await api.list<ToolSetup>(`${pathOf(tool)}/setups`, { signal })).items,
  });

/** What was run last in any tool. */
export const lastRunSetupsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['tool_runs', organizationId, 'setups'],
    queryFn: async ({ signal }) =>
      (await api.list<ToolSetup>(`organizations/${organizationId}/tool-setups`, { signal })).items,
  });

/** The setups that read a table. */
export const setupsOfTableQuery = (tool: ToolAddress, tableId: string) =>
  queryOptions({
    queryKey: [...keyOf(tool), 'setups', tableId],
    queryFn: async ({ signal }) =>
      (await api.list<ToolSetup>(`${pathOf(tool)}/setups?filter[table]=${tableId}`, { signal })).items,
  });

/** The newest runs of a setup, or of the tool. */
export const runsQuery = (tool: ToolAddress, setupId: string | null) =>
  queryOptions({
    queryKey: [...keyOf(tool), 'runs', setupId],
    queryFn: async ({ signal }) => {
      const ofSetup = setupId === null ? '' : `&filter[setup]=${setupId}`;
      const path = `${pathOf(tool)}/runs?page[size]=${RUNS_SHOWN}${ofSetup}`;
      return (await api.list<ListedToolRun>(path, { signal })).items;
    },
    refetchInterval: ({ state: { data } }) => (data?.every(isOver) === false ? LOOK_AGAIN_MS : false),
  });

export const runQuery = (tool: ToolAddress, id: string) =>
  queryOptions({
    queryKey: [...keyOf(tool), 'run', id],
    queryFn: ({ signal }) => api.get<ToolRun>(`${pathOf(tool)}/runs/${id}`, { signal }),
    refetchInterval: ({ state: { data } }) => (data && !isOver(data) ? LOOK_AGAIN_MS : false),
  });

export const allOfTool = (tool: ToolAddress) => ({ queryKey: keyOf(tool) });

const setupType = 'tool_setups';
type SetupValues = Pick<ToolSetup, 'name' | 'config' | 'afterSync'>;

export const saveSetup = (tool: ToolAddress, attributes: SetupValues) =>
  api.post<ToolSetup>(`${pathOf(tool)}/setups`, { type: setupType, attributes });

/** Fails if someone else has changed the setup since it was fetched. */
export const changeSetup = (
  tool: ToolAddress,
  { id, version }: ToolSetup,
  attributes: Partial<SetupValues>,
) =>
  api.patch<ToolSetup>(
    `${pathOf(tool)}/setups/${id}`,
    { type: setupType, attributes },
    { headers: { 'if-match': String(version) } },
  );

export const deleteSetup = (tool: ToolAddress, { id }: ToolSetup) =>
  api.delete(`${pathOf(tool)}/setups/${id}`);

/** Runs a setup, or something that isn't saved. */
export const startRun = (
  tool: ToolAddress,
  attributes: { setupId?: string; config?: ToolConfig; isSample: boolean },
) => api.post<ToolRun>(`${pathOf(tool)}/runs`, { type: 'tool_runs', attributes });

export const cancelRun = (tool: ToolAddress, id: string) =>
  api.post<ToolRun>(`${pathOf(tool)}/runs/${id}/cancellations`, {
    type: 'tool_run_cancellations',
    attributes: {},
  });
