import GlobalStyles from '@mui/material/GlobalStyles';
import type { CSSObject } from '@mui/material/styles';
import { fontFaces } from './fonts.ts';
import { constants, dark, light, scales, touch, type Tokens } from './tokens.ts';

const variables = (tokens: Tokens): CSSObject =>
  Object.fromEntries(Object.entries(tokens).map(([name, value]) => [`--${name}`, value]));

const ground: CSSObject = {
  ':root': { ...variables(scales), ...variables(constants), ...variables(light), colorScheme: 'light' },
  '[data-theme="dark"]': { ...variables(dark), colorScheme: 'dark' },
  '@media (pointer: coarse), (max-width: 600px)': { ':root': variables(touch) },

  '*, *::before, *::after': { boxSizing: 'border-box', margin: 0 },
  // Where scroll bars take room, parts of a page have narrow ones.
  '*': { scrollbarWidth: 'thin' },
  html: { WebkitTextSizeAdjust: '100%', scrollbarColor: 'var(--n-450) transparent', scrollbarWidth: 'auto' },
  body: {
    background: 'var(--canvas)',
    color: 'var(--text)',
    font: 'var(--weight-text) var(--size-14) / var(--line-text) var(--font-sans)',
    // An l with a tail, and no replacement of the x in 54x2 by a multiplication sign.
    fontFeatureSettings: '"cv05" 1, "ss03" 1, "calt" 0',
    WebkitFontSmoothing: 'antialiased',
  },
  'button, input, select, textarea': { font: 'inherit', color: 'inherit', letterSpacing: 'inherit' },
  button: { border: 0, background: 'none', padding: 0, cursor: 'pointer' },
  'ul, ol': { listStyle: 'none', padding: 0 },
  table: { borderCollapse: 'separate', borderSpacing: 0, width: '100%' },
  fieldset: { border: 0, padding: 0, minWidth: 0 },
  a: {
    color: 'var(--accent-text)',
    textDecoration: 'none',
    textUnderlineOffset: '3px',
    textDecorationThickness: '1px',
  },
  'a:hover': { textDecoration: 'underline' },
  'p a': {
    textDecoration: 'underline',
    textDecorationColor: 'color-mix(in srgb, currentColor 40%, transparent)',
  },
  h1: {
    font: 'var(--weight-strong) var(--size-20) / var(--line-head) var(--font-sans)',
    letterSpacing: 'var(--track-head)',
  },
  h2: {
    font: 'var(--weight-strong) var(--size-14) / var(--line-head) var(--font-sans)',
    letterSpacing: '-0.005em',
  },
  h3: { font: 'var(--weight-medium) var(--size-13) / var(--line-head) var(--font-sans)' },
  'strong, b': { fontWeight: 'var(--weight-medium)' },
  'code, kbd, pre': { fontFamily: 'var(--font-mono)', fontSize: '0.92em' },
  ':focus-visible': { outline: 'var(--ring-width) solid var(--focus)', outlineOffset: '2px' },
  '[tabindex="-1"]:focus-visible': { outline: 'none' },
  '::selection': { background: 'color-mix(in srgb, var(--accent) 26%, transparent)' },
  '[hidden]': { display: 'none !important' },

  '.hw-icon': { flex: 'none', display: 'block', color: 'inherit' },
  '.hw-spin': { animation: 'hw-spin 0.9s linear infinite', transformOrigin: 'center' },
  '@keyframes hw-spin': { to: { transform: 'rotate(360deg)' } },
  // Columns are hidden by importance; the component that renders a cell sets the class.
  '@media (max-width: 1360px)': { '.hw-p4': { display: 'none !important' } },
  '@media (max-width: 900px)': { '.hw-p3': { display: 'none !important' } },
  '@media (max-width: 600px)': { '.hw-p2': { display: 'none !important' } },
  '@media (min-width: 600.02px)': { '.hw-narrow': { display: 'none !important' } },

  // notistack's own container, moved to the position in the specification (§9).
  '.hw-toasts': {
    top: 'var(--toast-top) !important',
    right: 'var(--toast-right) !important',
    zIndex: 'var(--z-toast) !important',
    width: 'min(360px, calc(100vw - 2 * var(--toast-right))) !important',
    maxWidth: 'none !important',
    '& > *': { width: '100%' },
    '& .notistack-CollapseWrapper': { padding: '0 0 8px !important' },
  },

  // If the system chooses the colors, fills aren't shown: current, pressed, and disabled elements use the system's
  // colors.
  '@media (forced-colors: active)': {
    'nav a[aria-current], button[aria-pressed="true"], [role="option"][aria-selected="true"]': {
      forcedColorAdjust: 'none',
      background: 'Highlight !important',
      color: 'HighlightText !important',
      '& *': { color: 'HighlightText !important' },
    },
    ':disabled, [aria-disabled="true"]': {
      color: 'GrayText !important',
      borderColor: 'GrayText !important',
      '& *': { color: 'GrayText !important' },
    },
  },

  '@media (prefers-reduced-motion: reduce)': {
    '.MuiTouchRipple-root': { display: 'none' },
    '*, *::before, *::after': {
      animationDuration: '0.01ms !important',
      animationIterationCount: '1 !important',
      // Even the shortest transition begins in every element, and doesn't end where content isn't rendered.
      transition: 'none !important',
      scrollBehavior: 'auto !important',
    },
  },
};

/** The tokens as CSS variables, the fonts, and the styles of plain elements. Rendered once, at the root. */
export function Ground() {
  return (
    <>
      <GlobalStyles styles={fontFaces as CSSObject[]} />
      <GlobalStyles styles={ground} />
    </>
  );
}
