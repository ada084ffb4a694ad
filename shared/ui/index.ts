/**
 * Core of the user interface: what nearly every page needs. A singleton that the shell offers.
 * Further doors: ./icons (compiled into each remote), ./inputs, ./table, ./menu, ./tabs, ./combobox.
 */
export { keyframes } from '@emotion/react';
/** For layout that only one screen has. Read tokens as CSS variables (`var(--text-2)`); theme/tokens.ts lists them. */
export { styled } from '@mui/material/styles';

export { ThemeRoot, type ThemeRootProps } from './theme/theme-root.tsx';
export { THEME_CHOICES, THEME_STORAGE_KEY, useTheme, type ThemeChoice } from './theme/color-scheme.ts';
export { uiMessages } from './ui-messages.ts';

export { Button, type ButtonProps } from './core/button.tsx';
export { IconButton, type IconButtonProps } from './core/icon-button.tsx';
export { TextLink, type TextLinkProps } from './core/text-link.tsx';
export { CopyButton } from './core/copy-button.tsx';
export { ThemeToggle } from './core/theme-toggle.tsx';

export { CardGrid, Divider, Frame, FrameFoot, Row, Spacer, Stack, TwoColumns } from './core/layout.tsx';
export { Meta, Page, PageHead, Toolbar, type PageHeadProps } from './core/page.tsx';
export { Breadcrumbs, Topbar, type Crumb } from './core/topbar.tsx';
export { Or, PublicFrame, PublicTitle, type PublicFrameProps } from './core/public-frame.tsx';
export { Lost, SoloFrame, type SoloFrameProps } from './core/solo-frame.tsx';
export { SkipLink } from './core/skip-link.tsx';
export { Card, type CardProps } from './core/card.tsx';

export { Cut, Figure, InlineCode, Mono, Note, Text, TwoLines, VisuallyHidden } from './core/text.tsx';
export { Avatar, Kbd, Stat, Tag, Tile } from './core/marks.tsx';
export { Chips, FilterChip } from './core/chip.tsx';
export { Mark, StatusBadge, type StatusName } from './core/status-badge.tsx';
export { Freshness, RelativeTime } from './core/freshness.tsx';
export { Glyph, type GlyphName } from './icons/glyphs.tsx';
export { Logo, LogoMark } from './core/logo.tsx';
export { ContourLines } from './core/contour-lines.tsx';
export { SourcesArt } from './core/sources-art.tsx';

export { Banner, type BannerProps } from './core/banner.tsx';
export { EmptyState, Invite, Offer } from './core/empty-state.tsx';
export { Answer, type AnswerProps } from './core/answer.tsx';
export { ErrorPanel } from './core/error-panel.tsx';
export { Loading, Skeleton, useSlow } from './core/skeleton.tsx';
export { ProgressBar } from './core/progress-bar.tsx';
export { Proof } from './core/proof.tsx';
export { CheckSteps, StepFix, type Step } from './core/check-steps.tsx';
export { WizardSteps } from './core/wizard-steps.tsx';
export { CodeBlock } from './core/code-block.tsx';
export { toast, ToastArea, TOAST_DURATION, TOAST_LIMIT } from './core/toast.tsx';
