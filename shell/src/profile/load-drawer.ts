import { lazyPart } from '../lazy-part.ts';
import { messages } from './messages.ts';

export const { ifLoaded: drawerIfLoaded, load: loadDrawer } = lazyPart('shell/profile', async () => {
  const [module] = await Promise.all([
    import(/* webpackChunkName: "profile" */ './profile.drawer.tsx'),
    messages.load(),
  ]);
  return module.ProfileDrawer;
});
