import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { ThemeProvider } from '@mui/material/styles';
import { useState, type ReactNode } from 'react';
import { THEME_STORAGE_KEY } from './color-scheme.ts';
import { Ground } from './ground.tsx';
import { theme } from './theme.ts';

export interface ThemeRootProps {
  /** The page's CSP nonce; each style element that is added carries it. */
  nonce?: string;
  children: ReactNode;
}

/** Theme, tokens, fonts and ground styles; stands once, outside everything that shows something. */
export function ThemeRoot({ nonce, children }: ThemeRootProps) {
  const [cache] = useState(() => createCache({ key: 'hw', nonce, prepend: true }));
  return (
    <CacheProvider value={cache}>
      <ThemeProvider theme={theme} defaultMode="system" modeStorageKey={THEME_STORAGE_KEY} noSsr>
        <Ground />
        {children}
      </ThemeProvider>
    </CacheProvider>
  );
}
