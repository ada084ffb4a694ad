/**
 * What only signed-in pages need: headings, cards and frames, statuses, progress and steps, and empty states. Separate
 * from `ui`, so that `/login` doesn't wait for it.
 */
export { Breadcrumbs, Topbar, type Crumb } from './topbar.tsx';
export { Meta, PageHead, Toolbar, type PageHeadProps } from './page-head.tsx';
export { CardGrid, Frame, FrameFoot, TwoColumns } from './layout.tsx';
export { Fold } from './fold.tsx';
export { Card, type CardProps } from './card.tsx';
export { CodeBlock } from './code-block.tsx';
export { saveFile } from './save-file.ts';

export { Avatar } from './avatar.tsx';
export { Kbd, Stat, Tag, Tile } from './marks.tsx';
export { Chips, FilterChip } from './chip.tsx';
export { Mark, StatusBadge, type StatusName } from './status-badge.tsx';
export { RUN_LOOK } from './run-look.ts';
export { Freshness, RelativeTime } from './freshness.tsx';

export { SaveBarFrame } from './save-bar-frame.tsx';
export { MoreButton } from './more-button.tsx';
export { ProgressBar } from './progress-bar.tsx';
export { Proof } from './proof.tsx';
export { CheckSteps, StepFix, type Step } from './check-steps.tsx';
export { WizardSteps } from './wizard-steps.tsx';

export { EmptyState, Invite, Offer } from './empty-state.tsx';
export { SourcesArt } from './sources-art.tsx';
