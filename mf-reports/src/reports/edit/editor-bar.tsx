import { IconButton, styled, Text } from '@headwater/shared/ui';
import { IconEdit } from '@headwater/shared/ui/icons';
import { ariaKeys } from '@headwater/shared/ui/menu';
import { messages } from '../../messages.ts';
import { IconRedo, IconUndo } from '../icons.ts';
import type { Report } from '@headwater/shared/figures';
import { SaveReport } from './save-report.tsx';
import type { ReportDraft } from './use-report-draft.ts';

interface EditorBarProps {
  organizationId: string;
  report: Report;
  draft: ReportDraft;
  /** Why it can't be saved yet. */
  blocked: string | undefined;
  onLeave(): void;
}

/** Says what is edited and what of it is saved, with the way back from each step and from all. */
export function EditorBar({ organizationId, report, draft, blocked, onLeave }: EditorBarProps) {
  const t = messages.use();
  const { undo, redo } = draft;
  return (
    <Bar>
      <IconEdit />
      <h1>{t('reports.editing', { name: report.name })}</h1>
      <Text tone="muted" size={13} role="status">
        {draft.isChanged && t(draft.isKept ? 'reports.draft_kept' : 'reports.draft')}
      </Text>
      <IconButton
        label={t('reports.undo')}
        aria-keyshortcuts={ariaKeys('report_undo')}
        disabledReason={undo ? undefined : t('reports.undo_none')}
        onClick={() => undo?.()}
      >
        <IconUndo />
      </IconButton>
      <IconButton
        label={t('reports.redo')}
        aria-keyshortcuts={ariaKeys('report_redo')}
        disabledReason={redo ? undefined : t('reports.redo_none')}
        onClick={() => redo?.()}
      >
        <IconRedo />
      </IconButton>
      <SaveReport
        organizationId={organizationId}
        report={report}
        draft={draft}
        blocked={blocked}
        onLeave={onLeave}
      />
    </Bar>
  );
}

const Bar = styled('div')({
  position: 'sticky',
  top: 0,
  zIndex: 3,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 8px',
  minHeight: 'var(--bar)',
  padding: '6px 16px 6px 24px',
  borderBottom: '1px solid var(--accent-line)',
  background: 'var(--accent-soft)',
  '& > h1': {
    minWidth: 0,
    margin: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontSize: 'var(--size-14)',
    fontWeight: 'var(--weight-strong)',
  },
  '& > [role="status"]': { flex: 1, minWidth: 0 },
  // What sticks below it relies on its height.
  '@media (min-width: 1101px)': {
    flexWrap: 'nowrap',
    '& > [role="status"]': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  },
  '@media (max-width: 600px)': {
    padding: '6px 8px 6px 16px',
    '& > h1': { flex: '1 1 calc(100% - 32px)' },
    '& > [role="status"]': { order: 1, flex: '1 0 100%' },
    '& > [role="status"]:empty': { display: 'none' },
  },
});
