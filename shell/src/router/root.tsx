import { Outlet } from '@headwater/shared/routing';
import { NavigationProgress } from './progress.tsx';

/** Renders the current screen. Every group has its own layout. */
export function Root() {
  return (
    <>
      <NavigationProgress />
      <Outlet />
    </>
  );
}
