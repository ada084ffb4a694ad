import { Outlet } from '@headwater/shared/routing';
import { NavigationProgress } from './progress.tsx';
import { useScrollPosition } from './scroll.ts';

/** Renders the current screen. Every group has its own layout. */
export function Root() {
  useScrollPosition();
  return (
    <>
      <NavigationProgress />
      <Outlet />
    </>
  );
}
