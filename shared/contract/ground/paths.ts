/**
 * Every page that something links to, in the specification's order. `paths.table(organizationId, sourceConnectionId,
 * tableName)` returns its path, `paths.login({ next })` adds a query, and `paths.table.pattern` is the route. A test
 * checks that each is declared by exactly one remote, or by the shell, in its package.json.
 */
export const paths = {
  home: to('/'),
  confirmEmail: to('/confirm-email?code&email'),
  createWorkspace: to('/create-workspace'),
  demoLogin: to('/demo-login?code'),
  login: to('/login?next&msg'),
  oauthRedirects: to('/oauth-redirects?code&error'),
  requestPasswordReset: to('/request-password-reset'),
  resetPassword: to('/reset-password?code'),
  sharedReport: to('/shared/:token'),
  signup: to('/signup?invitation'),
  unsubscribe: to('/unsubscribe/:token'),

  workspace: to('/w/:organizationId'),
  data: to('/w/:organizationId/data'),
  table: to('/w/:organizationId/data/:sourceConnectionId/:tableName'),

  dataTools: to('/w/:organizationId/data-tools'),
  piiScanner: to('/w/:organizationId/data-tools/pii-scanner?table&setup&run'),
  profiler: to('/w/:organizationId/data-tools/profiler?table&setup&run'),
  sqlEditor: to('/w/:organizationId/data-tools/sql-editor?sql&query&view'),
  connect: to('/w/:organizationId/data-tools/connect?account&client&table'),
  fileImport: to('/w/:organizationId/data-tools/file-import?source&import'),
  compare: to('/w/:organizationId/data-tools/compare?setup&run'),
  jsonFlattener: to('/w/:organizationId/data-tools/json-flattener?setup&run&config'),
  joinBuilder: to('/w/:organizationId/data-tools/join-builder?setup&run&config'),
  duplicateFinder: to('/w/:organizationId/data-tools/duplicate-finder?setup&run'),

  reports: to('/w/:organizationId/reports'),
  report: to('/w/:organizationId/reports/:reportId'),

  reportTemplates: to('/w/:organizationId/report-templates'),
  reportTemplate: to('/w/:organizationId/report-templates/:templateSlug?table&report'),

  sourceConnections: to('/w/:organizationId/source-connections'),
  newSourceSelect: to('/w/:organizationId/source-connections/new/select'),
  newSourceConnect: to('/w/:organizationId/source-connections/new/connect?connector&import&manifest'),
  sourceConnection: to('/w/:organizationId/source-connections/:sourceConnectionId'),
  run: to('/w/:organizationId/source-connections/:sourceConnectionId/runs/:runId'),
  selectData: to('/w/:organizationId/source-connections/:sourceConnectionId/select-data'),
  scheduleSync: to('/w/:organizationId/source-connections/:sourceConnectionId/schedule-sync?also'),

  serviceAccounts: to('/w/:organizationId/service-accounts'),
  newServiceAccount: to('/w/:organizationId/service-accounts/new'),
  serviceAccount: to('/w/:organizationId/service-accounts/:serviceAccountId'),

  settings: to('/w/:organizationId/settings'),
  memberSettings: to('/w/:organizationId/settings/members?role&search&invite'),
  notificationSettings: to('/w/:organizationId/settings/notifications?channel'),
  auditLog: to('/w/:organizationId/settings/audit-log'),
  shareLinks: to('/w/:organizationId/settings/share-links?search'),
  usage: to('/w/:organizationId/settings/usage'),

  superuserOrganizations: to('/superuser/organizations'),
  superuserUsers: to('/superuser/users'),
};

/** Returns a function that builds paths of a route from its parameters, in order, and its query. */
function to<const Route extends string>(route: Route) {
  const [pattern = ''] = route.split('?');
  const build = (...given: Given<Route>): string => {
    const values: unknown[] = [...given];
    const path = pattern.replaceAll(/:\w+/g, () => encodeURIComponent(String(values.shift())));
    return withQuery(path, values.shift() as Query | undefined);
  };
  return Object.assign(build, { pattern });
}

type Query = Readonly<Record<string, string | undefined>>;

/** The arguments for a route written as `/w/:organizationId/new?connector`. */
type Given<Route extends string> = Route extends `${infer Path}?${infer Names}`
  ? [...Params<Path>, query?: { readonly [Name in NamesIn<Names>]?: string }]
  : Params<Route>;

type Params<Path extends string> = Path extends `${string}:${string}/${infer Rest}`
  ? [string, ...Params<Rest>]
  : Path extends `${string}:${string}`
    ? [string]
    : [];

type NamesIn<Names extends string> = Names extends `${infer First}&${infer Rest}`
  ? First | NamesIn<Rest>
  : Names;

function withQuery(path: string, query: Query = {}): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length ? `${path}?${new URLSearchParams(given)}` : path;
}
