import { Outlet } from '@headwater/shared/routing';
import { NavigationProgress } from './progress.tsx';

/** The place of whatever is on screen; every group brings its own layout. */
export function Root() {
  return (
    <>
      <NavigationProgress />
      <Outlet />
    </>
  );
}
