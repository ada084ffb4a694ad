import type { AreaGroup } from '@headwater/shared/contract';
import {
  notFound,
  paths,
  redirect,
  type LoaderFunctionArgs,
  type RouteObject,
} from '@headwater/shared/routing';
import { AreaErrorPage, GroupErrorPage } from '../errors/error-pages.tsx';
import { heedDepartures } from '../open-tab/departures.ts';
import { areas, type Area } from '../remotes/areas.ts';
import { retryableLazy } from '../remotes/retryable-lazy.tsx';
import { guard, sessionFirst } from './guards.ts';
import { layouts } from './layouts.ts';
import { StartProgress } from './progress.tsx';
import { Root } from './root.tsx';

interface Options {
  placeholders(area: Area): RouteObject[];
  onFailure(error: unknown): Promise<never>;
}

/** Layouts with a menu that must stay alive around an error; elsewhere the group's own error page says it. */
const FRAMED: AreaGroup[] = ['workspace', 'superuser'];

/** Every route that the shell itself knows: groups with their layout, guard and error page, and redirects. */
export function routes({ placeholders, onFailure }: Options): RouteObject[] {
  const group = (name: AreaGroup, own: RouteObject[] = []): RouteObject => ({
    ...retryableLazy({ id: name, lazy: layouts[name] }, { remote: 'shell', onFailure }),
    middleware: [guard(name)],
    ErrorBoundary: GroupErrorPage,
    children: [
      ...own,
      ...areas()
        .filter((area) => area.group === name)
        .map((area) => ({
          id: area.id, // where the area's routes are mounted
          ...(FRAMED.includes(name) && { ErrorBoundary: AreaErrorPage }),
          children: placeholders(area),
        })),
    ],
  });
  return [
    {
      id: 'root',
      Component: Root,
      ErrorBoundary: GroupErrorPage,
      HydrateFallback: StartProgress,
      middleware: [heedDepartures, sessionFirst],
      children: [
        redirection('/', () => paths.login()),
        redirection('/signup-beta', ({ request }) => paths.signup() + new URL(request.url).search),
        group('public'),
        group('standalone'),
        group('workspace', [
          redirection('/w/:organizationId', ({ params }) => paths.sourceConnections(params.organizationId!)),
        ]),
        group('superuser'),
        // the router's own 404 would not wait for the session
        { path: '*', loader: () => notFound(), element: null },
      ],
    },
  ];
}

const redirection = (path: string, to: (args: LoaderFunctionArgs) => string): RouteObject => ({
  path,
  loader: (args) => redirect(to(args)),
  element: null,
});
