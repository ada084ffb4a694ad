import interLatinExt from '@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2';
import interLatin from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';
import monoLatinExt from '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-ext-wght-normal.woff2';
import monoLatin from '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2';

const LATIN =
  'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD';
const LATIN_EXT =
  'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF';

const face = (fontFamily: string, file: string, unicodeRange: string, fontWeight: string) => ({
  '@font-face': {
    fontFamily,
    src: `url("${file}") format("woff2")`,
    fontWeight,
    fontStyle: 'normal',
    fontDisplay: 'swap',
    unicodeRange,
  },
});

export const fontFaces = [
  face('Inter Variable', interLatin, LATIN, '100 900'),
  face('Inter Variable', interLatinExt, LATIN_EXT, '100 900'),
  face('JetBrains Mono Variable', monoLatin, LATIN, '100 800'),
  face('JetBrains Mono Variable', monoLatinExt, LATIN_EXT, '100 800'),
  {
    // Has the same advance width and line box as Inter, so that nothing moves when the web font is loaded.
    '@font-face': {
      fontFamily: 'Inter Fallback',
      src: 'local("Arial"), local("Liberation Sans"), local("Helvetica")',
      sizeAdjust: '107.1%',
      ascentOverride: '90.4%',
      descentOverride: '22.5%',
      lineGapOverride: '0%',
    },
  },
];
