import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { ThemeProvider } from '@mui/material/styles';
import { useState, type ReactNode } from 'react';
import { THEME_STORAGE_KEY } from './color-scheme.ts';
import { Ground } from './ground.tsx';
import { theme } from './theme.ts';

export interface ThemeRootProps {
  /** The page's CSP nonce, set on each style element that is added. */
  nonce?: string;
  children: ReactNode;
}

/** Provides the theme, tokens, fonts, and base styles. Rendered once, around everything visible. */
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
