import MuiDialog from '@mui/material/Dialog';
import { styled } from '@mui/material/styles';
import { useId, type ReactNode } from 'react';
import { Button } from '../core/button.tsx';
import { IconButton } from '../core/icon-button.tsx';
import { IconClose } from '../icons/icons.ts';
import { uiMessages } from '../ui-messages.ts';
import { useLayer } from './layer.ts';

export interface DialogProps {
  open: boolean;
  title: ReactNode;
  children: ReactNode;
  /** Buttons at the bottom, the primary one last. */
  actions?: ReactNode;
  /** For large content, such as a long cell. */
  wide?: boolean;
  onClose(): void;
}

/** A modal dialog for a question or a closer look. Escape and a click outside close it. */
export function Dialog({ open, title, children, actions, wide, onClose }: DialogProps) {
  const t = uiMessages.use();
  const titleId = useId();
  return (
    <Root
      open={open}
      container={useLayer()}
      onClose={onClose}
      aria-labelledby={titleId}
      data-wide={wide || undefined}
    >
      <Head>
        <h2 id={titleId}>{title}</h2>
        <IconButton label={t('close')} onClick={onClose}>
          <IconClose />
        </IconButton>
      </Head>
      <Body>{children}</Body>
      {actions && <Foot>{actions}</Foot>}
    </Root>
  );
}

export interface ConfirmDialogProps extends Omit<DialogProps, 'actions' | 'onClose'> {
  /** The confirm button's label, a verb with the thing's name: "Delete shop-db". */
  confirm: ReactNode;
  danger?: boolean;
  busy?: boolean;
  disabledReason?: string;
  onConfirm(): void;
  onCancel(): void;
}

/** Asks for confirmation before something that can't be undone. */
export function ConfirmDialog({
  confirm,
  danger,
  busy,
  disabledReason,
  onConfirm,
  onCancel,
  ...dialog
}: ConfirmDialogProps) {
  const t = uiMessages.use();
  const actions = (
    <>
      <Button variant="ghost" onClick={onCancel}>
        {t('cancel')}
      </Button>
      <Button
        variant={danger ? 'danger' : 'primary'}
        busy={busy}
        disabledReason={disabledReason}
        onClick={onConfirm}
      >
        {confirm}
      </Button>
    </>
  );
  return <Dialog {...dialog} onClose={onCancel} actions={actions} />;
}

const Root = styled(MuiDialog)({
  zIndex: 'var(--z-dialog)',
  '& .MuiBackdrop-root': { background: 'var(--scrim)' },
  '& .MuiPaper-root': {
    width: 'min(480px, 100%)',
    maxWidth: 'none',
    margin: 16,
    borderRadius: 'var(--radius)',
    background: 'var(--overlay)',
    color: 'var(--text)',
    boxShadow: 'var(--shadow)',
  },
  '&[data-wide] .MuiPaper-root': { width: 'min(800px, 100%)' },
});
const Head = styled('div')({
  display: 'flex',
  justifyContent: 'space-between',
  gap: 12,
  alignItems: 'center',
  padding: '18px 16px 0 20px',
  '& h2': { fontSize: 'var(--size-16)', overflowWrap: 'anywhere' },
  '& > .MuiButtonBase-root': { margin: '-6px -4px' },
});
const Body = styled('div')({
  padding: '10px 20px 20px',
  display: 'grid',
  gap: 16,
  fontSize: 'var(--size-14)',
  color: 'var(--text-2)',
  overflow: 'auto',
});
const Foot = styled('div')({
  display: 'flex',
  justifyContent: 'flex-end',
  flexWrap: 'wrap',
  gap: 8,
  padding: '12px 20px',
  borderTop: 'var(--hair)',
});
