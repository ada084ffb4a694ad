import { lazyPart } from '../lazy-part.ts';
import { messages } from './messages.ts';

export const { ifLoaded: shortcutsIfLoaded, load: loadShortcuts } = lazyPart('shell/shortcuts', async () => {
  const [module] = await Promise.all([
    import(/* webpackChunkName: "shortcuts" */ './shortcuts-dialog.tsx'),
    messages.load(),
  ]);
  return module.ShortcutsDialog;
});
