import { useColorScheme } from '@mui/material/styles';

export const THEME_CHOICES = ['light', 'dark', 'system'] as const;
export type ThemeChoice = (typeof THEME_CHOICES)[number];

/** Where the choice is kept; the page's inline script reads it and sets `data-theme` before the first paint. */
export const THEME_STORAGE_KEY = 'hw-theme';

export interface ThemeState {
  /** What the user chose. */
  choice: ThemeChoice;
  /** What is shown. */
  scheme: 'light' | 'dark';
  /** Shows and remembers a choice; other tabs follow. */
  setTheme(choice: ThemeChoice): void;
}

/** The theme chosen and shown, and the way to change it. */
export function useTheme(): ThemeState {
  const { mode = 'system', systemMode, setMode } = useColorScheme();
  return {
    choice: mode,
    scheme: (mode === 'system' ? systemMode : mode) ?? 'light',
    setTheme: setMode,
  };
}
