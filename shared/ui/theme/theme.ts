import { createTheme } from '@mui/material/styles';

/**
 * Maps a hue of the tokens to MUI's shades. The variables switch with the theme, so both schemes use the same
 * palette.
 */
const hue = (name: string) => ({
  main: `var(--${name})`,
  light: `var(--${name}-soft)`,
  dark: `var(--${name}-text)`,
  contrastText: 'var(--surface)',
});

const palette = {
  primary: {
    main: 'var(--accent)',
    light: 'var(--accent-soft)',
    dark: 'var(--accent-hover)',
    contrastText: 'var(--on-accent)',
  },
  secondary: {
    main: 'var(--fill)',
    light: 'var(--surface-3)',
    dark: 'var(--fill-hover)',
    contrastText: 'var(--text)',
  },
  success: hue('ok'),
  info: hue('info'),
  warning: hue('warn'),
  error: { ...hue('bad'), contrastText: 'var(--on-bad)' },
  text: { primary: 'var(--text)', secondary: 'var(--text-2)', disabled: 'var(--text-3)' },
  background: { default: 'var(--canvas)', paper: 'var(--surface)' },
  divider: 'var(--line)',
  action: { active: 'var(--icon)', hover: 'var(--surface-3)' },
};

const size = (rem: string, weight: string, line = 'var(--line-text)') => ({
  fontSize: `var(--size-${rem})`,
  fontWeight: `var(--weight-${weight})`,
  lineHeight: line,
});

/**
 * MUI's theme with our tokens. Values refer to the CSS variables that `ground.tsx` writes, so that there is one source
 * and switching themes changes one attribute instead of every component.
 */
export const theme = createTheme({
  cssVariables: { cssVarPrefix: 'mui', colorSchemeSelector: '[data-theme="%s"]', nativeColor: true },
  colorSchemes: { light: { palette }, dark: { palette } },
  spacing: 4,
  shape: { borderRadius: 6 },
  // One elevation, for overlays.
  shadows: Array.from({ length: 25 }, (_, index) => (index === 8 ? 'var(--shadow)' : 'none')) as never,
  typography: {
    fontFamily: 'var(--font-sans)',
    body1: size('14', 'text'),
    body2: size('13', 'text'),
    caption: size('12', 'text'),
    button: { ...size('13', 'medium'), textTransform: 'none' },
    h1: size('20', 'strong', 'var(--line-head)'),
    h2: size('16', 'strong', 'var(--line-head)'),
  },
  transitions: {
    duration: {
      shortest: 120,
      shorter: 120,
      short: 160,
      standard: 200,
      complex: 200,
      enteringScreen: 200,
      leavingScreen: 160,
    },
    easing: { easeOut: 'cubic-bezier(0.2, 0, 0, 1)', easeInOut: 'cubic-bezier(0.2, 0, 0, 1)' },
  },
  // The specification's layers (§9).
  zIndex: { appBar: 100, modal: 300, drawer: 600, snackbar: 1100, tooltip: 1200 },
  components: {
    MuiButtonBase: {
      // Focus is indicated by a ring, as everywhere else; a pulsating ripple would be a second indicator.
      defaultProps: { focusRipple: false },
      styleOverrides: {
        root: {
          '&:focus-visible': { outline: 'var(--ring-width) solid var(--focus)', outlineOffset: 2 },
          // `&` is doubled because the ripple's own class comes later.
          '&& .MuiTouchRipple-rippleVisible': { opacity: 0.14, animationDuration: 'var(--ripple)' },
          '&& .MuiTouchRipple-childLeaving': { animationDuration: 'var(--ripple)' },
        },
      },
    },
  },
});
