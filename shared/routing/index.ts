/** The parts of React Router that the product uses, and every path of the product. */
export {
  createBrowserRouter,
  createMemoryRouter,
  isRouteErrorResponse,
  Link,
  matchPath,
  matchRoutes,
  Navigate,
  NavLink,
  Outlet,
  redirect,
  RouterProvider,
  useBlocker,
  useLoaderData,
  useLocation,
  useMatches,
  useNavigate,
  useNavigation,
  useNavigationType,
  useParams,
  useRevalidator,
  useRouteError,
  type LinkProps,
  type LoaderFunctionArgs,
  type NavLinkProps,
  type RouteObject,
} from 'react-router-dom';
export { paths } from '../contract/ground/paths.ts';
export { setSupportEmail, supportEmail } from './support.ts';
export { lazyPage } from './lazy-page.ts';
export { notFound } from './not-found.ts';
export { useDialog, withoutDialog } from './use-dialog.ts';
export { useSearchParams } from './use-search-params.ts';
export { useTitle } from './title.ts';
export { onVisit, useVisit, type Visit } from './visit.ts';
export { hasUnsavedChanges, useUnsavedChanges } from './unsaved-changes.ts';
