import { useColorScheme } from '@mui/material/styles';

export const THEME_CHOICES = ['light', 'dark', 'system'] as const;
export type ThemeChoice = (typeof THEME_CHOICES)[number];

/**
 * The local storage key of the choice. The page's inline script reads it and sets `data-theme` before the first
 * paint.
 */
export const THEME_STORAGE_KEY = 'hw-theme';

export interface ThemeState {
  /** The user's choice. */
  choice: ThemeChoice;
  /** The theme that is shown. */
  scheme: 'light' | 'dark';
  /** Applies and remembers a choice; other tabs follow. */
  setTheme(choice: ThemeChoice): void;
}

/** Returns the chosen theme, the one that is shown, and a function to change it. */
export function useTheme(): ThemeState {
  const { mode = 'system', systemMode, setMode } = useColorScheme();
  return {
    choice: mode,
    scheme: (mode === 'system' ? systemMode : mode) ?? 'light',
    setTheme: setMode,
  };
}
