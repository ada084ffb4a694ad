/**
 * The core of the user interface: what public pages and error screens need, and therefore every page. A singleton that
 * the shell offers in its main file.
 * Further doors: ./icons (compiled into each remote), ./workspace, ./inputs, ./table, ./menu, ./tabs, ./combobox.
 */
export { keyframes } from '@emotion/react';
/** For styles that only one screen needs. Tokens are CSS variables (`var(--text-2)`), listed in theme/tokens.ts. */
export { styled } from '@mui/material/styles';

export { ThemeRoot, type ThemeRootProps } from './theme/theme-root.tsx';
export { THEME_CHOICES, THEME_STORAGE_KEY, useTheme, type ThemeChoice } from './theme/color-scheme.ts';
export { uiMessages } from './ui-messages.ts';

export { Button, type ButtonProps } from './core/button.tsx';
export { IconButton, type IconButtonProps } from './core/icon-button.tsx';
export { TextLink, type TextLinkProps } from './core/text-link.tsx';
export { CopyButton } from './core/copy-button.tsx';
export { ThemeToggle } from './core/theme-toggle.tsx';
export { CompactSelect, type CompactSelectProps } from './core/compact-select.tsx';

export { Divider, Row, Spacer, Stack } from './core/layout.tsx';
export { Page } from './core/page.tsx';
export { Or, PublicFrame, PublicTitle, type PublicFrameProps } from './core/public-frame.tsx';
export { Lost, SoloFrame, type SoloFrameProps } from './core/solo-frame.tsx';
export { SkipLink } from './core/skip-link.tsx';

export { CutMiddle } from './core/cut-middle.tsx';
export { Cut, Figure, InlineCode, Mono, Note, Text, TwoLines, VisuallyHidden } from './core/text.tsx';
export { Glyph, type GlyphName } from './icons/glyphs.tsx';
export { Logo, LogoMark } from './core/logo.tsx';
export { ContourLines } from './core/contour-lines.tsx';

export { Banner, type BannerProps } from './core/banner.tsx';
export { QueryBoundary, type QueryBoundaryProps } from './core/query-boundary.tsx';
export { ErrorPanel } from './core/error-panel.tsx';
export { Loading, Skeleton, useSlow } from './core/skeleton.tsx';
export { toast, ToastArea, TOAST_DURATION, TOAST_LIMIT } from './core/toast.tsx';
