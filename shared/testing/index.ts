/** Support for component tests: the network is fake, everything of ours is real. */
export { FakeUpload } from './fake-uploads.ts';
export { fakeApi, type ApiCall, type FakeApi, type Handlers } from './fake-api.ts';
export { collectionOf, documentOf, errorsOf, noContent, type FakeResponse } from './responses.ts';
export { faultsOfRoutes } from './faults-of-routes.ts';
export { membership, renderRoute, type RenderedRoute } from './render-route.tsx';
export { column, MOUNT, NOT_DESCRIBED, ROWS, rowPage, SOURCE, TABLE, table } from './tables.ts';
