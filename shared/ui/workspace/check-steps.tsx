import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { useFormat } from '../../messages/format.ts';
import { Glyph, type GlyphName } from '../icons/glyphs.tsx';
import { uiMessages } from '../ui-messages.ts';
import { VisuallyHidden } from '../core/text.tsx';

export interface Step {
  key: string;
  title: ReactNode;
  state: 'pending' | 'running' | 'passed' | 'warning' | 'failed' | 'skipped';
  /** How long it took. */
  milliseconds?: number | null;
  /** What was found: an IP address, a version. */
  note?: ReactNode;
  /** For a failed step: cause, fix, and buttons; see StepFix. */
  fix?: ReactNode;
}

const GLYPHS: Record<Step['state'], readonly [GlyphName, string]> = {
  pending: ['never', 'icon'],
  running: ['syncing', 'info'],
  passed: ['synced', 'ok'],
  warning: ['action', 'warn'],
  failed: ['failed', 'bad'],
  skipped: ['skipped', 'icon'],
};

/** The steps of a check in progress, each with its state, its duration, and, if it failed, the cause and the fix. */
export function CheckSteps({ steps, label }: { steps: readonly Step[]; label: string }) {
  return (
    <List aria-label={label}>
      {steps.map((step) => (
        <StepItem key={step.key} step={step} />
      ))}
    </List>
  );
}

function StepItem({ step: { title, state, milliseconds, note, fix } }: { step: Step }) {
  const t = uiMessages.use();
  const { duration } = useFormat();
  const [glyph, tone] = GLYPHS[state];
  const quiet = state === 'pending' || state === 'skipped';
  return (
    <li data-quiet={quiet || undefined} style={{ '--tone': `var(--${tone})` } as object}>
      <Glyph name={glyph} />
      <span data-failed={state === 'failed' || undefined}>
        {title}
        <VisuallyHidden>, {t(`step.${state}`)}</VisuallyHidden>
      </span>
      <span className="time">
        {state === 'skipped' ? t('step.skipped') : milliseconds != null && duration(milliseconds)}
      </span>
      {note && <span className="note">{note}</span>}
      {fix}
    </li>
  );
}

export interface StepFixProps {
  /** The server's own message. */
  raw?: ReactNode;
  children: ReactNode;
  /** Small buttons, such as for the field that caused it. */
  actions?: ReactNode;
}

/** Why a step failed and what to do about it, shown within the step. */
export function StepFix({ raw, children, actions }: StepFixProps) {
  return (
    <Fix>
      {raw && <code>{raw}</code>}
      <div>{children}</div>
      {actions && <div className="actions">{actions}</div>}
    </Fix>
  );
}

const List = styled('ol')({
  '& > li': {
    display: 'grid',
    gridTemplateColumns: '16px 1fr auto',
    gap: '0 10px',
    padding: '7px 0',
    position: 'relative',
    fontSize: 'var(--size-13)',
    alignItems: 'start',
  },
  '& > li[data-quiet]': { color: 'var(--text-3)' },
  '& > li > .hw-icon': { marginTop: 2, background: 'var(--surface)', zIndex: 1, color: 'var(--tone)' },
  '& > li:not(:last-of-type)::after': {
    content: '""',
    position: 'absolute',
    left: 7.5,
    top: 27,
    bottom: -7,
    width: 1,
    background: 'var(--line-2)',
  },
  '& [data-failed]': { fontWeight: 'var(--weight-medium)' },
  '& .time': {
    color: 'var(--text-3)',
    fontSize: 'var(--size-12)',
    fontVariantNumeric: 'tabular-nums',
    paddingTop: 1,
  },
  '& .note': {
    gridColumn: '2 / -1',
    color: 'var(--text-2)',
    fontSize: 'var(--size-12)',
    overflowWrap: 'anywhere',
  },
});
const Fix = styled('div')({
  gridColumn: '2 / -1',
  margin: '6px 0 4px',
  padding: '10px 12px',
  borderRadius: 'var(--radius)',
  background: 'var(--bad-soft)',
  boxShadow: 'inset 0 0 0 1px var(--bad-line)',
  display: 'grid',
  gap: 8,
  '& > code': { color: 'var(--bad-text)', overflowWrap: 'anywhere', fontSize: 'var(--size-12)' },
  '& .actions': { display: 'flex', flexWrap: 'wrap', gap: 8 },
  '& .MuiButtonBase-root[data-variant="secondary"]': {
    background: 'color-mix(in srgb, var(--bad) 14%, transparent)',
    color: 'var(--bad-text)',
    '&:hover': { background: 'color-mix(in srgb, var(--bad) 22%, transparent)' },
  },
});
