import { lazyPart } from '../lazy-part.ts';
import { messages } from './messages.ts';

export const { ifLoaded: paletteIfLoaded, load: loadPalette } = lazyPart('shell/palette', async () => {
  const [module] = await Promise.all([
    import(/* webpackChunkName: "palette" */ './palette.tsx'),
    messages.load(),
  ]);
  return module.Palette;
});
