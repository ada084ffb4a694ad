import type { AreaGroup } from '@headwater/shared/contract';
import {
  notFound,
  paths,
  redirect,
  type LoaderFunctionArgs,
  type RouteObject,
} from '@headwater/shared/routing';
import { AreaErrorPage, GroupErrorPage } from '../errors/error-pages.tsx';
import { blockWhileLeaving } from '../open-tab/departures.ts';
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

/**
 * Layouts with a menu. They are for the same people everywhere and keep working around an area's error. In
 * other layouts, an area has its own guard and the group's error page.
 */
const FRAMED: AreaGroup[] = ['workspace', 'superuser'];

/**
 * Returns every route that the shell itself knows: groups with their layout, guard, and error page, and
 * redirects.
 */
export function routes({ placeholders, onFailure }: Options): RouteObject[] {
  const group = (name: AreaGroup, own: RouteObject[] = []): RouteObject => {
    const isFramed = FRAMED.includes(name);
    return {
      ...retryableLazy({ id: name, lazy: layouts[name] }, { remote: 'shell', onFailure }),
      ...(isFramed && { middleware: [guard({ group: name })] }),
      ErrorBoundary: GroupErrorPage,
      children: [
        ...own,
        ...areas()
          .filter((area) => area.group === name)
          .map((area) => ({
            id: area.id, // where the area's routes are mounted
            ...(isFramed ? { ErrorBoundary: AreaErrorPage } : { middleware: [guard(area)] }),
            children: placeholders(area),
          })),
      ],
    };
  };
  return [
    {
      id: 'root',
      Component: Root,
      ErrorBoundary: GroupErrorPage,
      HydrateFallback: StartProgress,
      middleware: [blockWhileLeaving, sessionFirst],
      children: [
        redirection(paths.home.pattern, () => paths.login()),
        redirection('/signup-beta', ({ request }) => paths.signup() + new URL(request.url).search),
        group('public'),
        group('standalone'),
        group('workspace', [
          redirection(paths.workspace.pattern, ({ params }) =>
            paths.sourceConnections(params.organizationId!),
          ),
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
