const workspace = (organizationId: string) => `/w/${organizationId}`;
const sources = (organizationId: string) => `${workspace(organizationId)}/source-connections`;
const source = (organizationId: string, sourceConnectionId: string) =>
  `${sources(organizationId)}/${sourceConnectionId}`;

/** Every route of the product, in the specification's order. */
export const paths = {
  home: () => '/',
  confirmEmail: (query: { email?: string } = {}) => withQuery('/confirm-email', query),
  createWorkspace: () => '/create-workspace',
  demoLogin: () => '/demo-login',
  login: (query: { next?: string; msg?: string } = {}) => withQuery('/login', query),
  oauthRedirects: () => '/oauth-redirects',
  requestPasswordReset: () => '/request-password-reset',
  resetPassword: () => '/reset-password',
  signup: () => '/signup',

  workspace,
  data: (organizationId: string) => `${workspace(organizationId)}/data`,
  table: (organizationId: string, sourceConnectionId: string, tableName: string) =>
    `${workspace(organizationId)}/data/${sourceConnectionId}/${encodeURIComponent(tableName)}`,

  sourceConnections: sources,
  newSourceSelect: (organizationId: string) => `${sources(organizationId)}/new/select`,
  newSourceConnect: (organizationId: string, connector: string) =>
    withQuery(`${sources(organizationId)}/new/connect`, { connector }),
  sourceConnection: source,
  run: (organizationId: string, sourceConnectionId: string, runId: string) =>
    `${source(organizationId, sourceConnectionId)}/runs/${runId}`,
  selectData: (organizationId: string, sourceConnectionId: string) =>
    `${source(organizationId, sourceConnectionId)}/select-data`,

  superuserOrganizations: () => '/superuser/organizations',
  superuserUsers: () => '/superuser/users',
};

function withQuery(path: string, query: Record<string, string | undefined>) {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length ? `${path}?${new URLSearchParams(given)}` : path;
}
