import { styled } from '@mui/material/styles';
import {
  closeSnackbar,
  enqueueSnackbar,
  SnackbarContent,
  SnackbarProvider,
  type CustomContentProps,
} from 'notistack';
import { useEffect, useState, type ReactNode } from 'react';
import { Glyph, type GlyphName } from '../icons/glyphs.tsx';
import { IconClose } from '../icons/icons.ts';
import { uiMessages } from '../ui-messages.ts';
import { IconButton } from './icon-button.tsx';

/** The specification's durations and count (§4, §9). */
export const TOAST_DURATION = { success: 5_000, error: 8_000, custom: 10_000 } as const;
export const TOAST_LIMIT = 20;

export const toast = {
  success: (message: string) =>
    enqueueSnackbar(message, { variant: 'success', autoHideDuration: TOAST_DURATION.success }),
  error: (message: string) =>
    enqueueSnackbar(message, { variant: 'error', autoHideDuration: TOAST_DURATION.error }),
  /** Anything else, such as a sentence with a link in it, or with a small Button that undoes what it says. */
  custom: (content: ReactNode, action?: ReactNode) =>
    enqueueSnackbar(content, { variant: 'default', autoHideDuration: TOAST_DURATION.custom, action }),
  close: (id: ReturnType<typeof enqueueSnackbar>) => closeSnackbar(id),
  /** A sentence and a small Button for what it offers; stays until it is dismissed. */
  offer: (content: ReactNode, action: ReactNode) =>
    enqueueSnackbar(content, { variant: 'default', persist: true, action }),
};

/** The area for toasts on every screen: 80 px from the top, 30 px from the right. Rendered once, in the shell. */
export function ToastArea({ children }: { children?: ReactNode }) {
  return (
    <SnackbarProvider
      domRoot={useOwnPlace()}
      maxSnack={TOAST_LIMIT}
      anchorOrigin={{ vertical: 'top', horizontal: 'right' }}
      classes={{ containerRoot: 'hw-toasts' }}
      Components={{ success: ToastCard, error: ToastCard, default: ToastCard }}
      transitionDuration={{ enter: 200, exit: 160 }}
      preventDuplicate
    >
      {children}
    </SnackbarProvider>
  );
}

/**
 * Renders toasts outside of the page: a drawer or dialog hides the page from screen readers, but must not hide
 * toasts.
 */
function useOwnPlace(): HTMLElement {
  const [place] = useState(() => document.createElement('div'));
  useEffect(() => {
    document.body.append(place);
    const observer = new MutationObserver(() => place.removeAttribute('aria-hidden'));
    observer.observe(place, { attributeFilter: ['aria-hidden'] });
    return () => {
      observer.disconnect();
      place.remove();
    };
  }, [place]);
  return place;
}

const GLYPHS: Record<string, readonly [GlyphName, string]> = {
  success: ['synced', 'ok'],
  error: ['failed', 'bad'],
  default: ['queued', 'info'],
};

function ToastCard({
  id,
  message,
  variant,
  action,
  ref,
  className,
  style,
}: CustomContentProps & { ref?: React.Ref<HTMLDivElement> }) {
  const t = uiMessages.use();
  const [glyph, tone] = GLYPHS[variant] ?? ['queued', 'info'];
  return (
    <SnackbarContent
      ref={ref}
      className={className}
      style={style}
      role={variant === 'error' ? 'alert' : 'status'}
    >
      <Card style={{ '--tone': `var(--${tone})` } as object}>
        <Glyph name={glyph} />
        <div>{message}</div>
        <IconButton size="small" label={t('dismiss')} onClick={() => closeSnackbar(id)}>
          <IconClose />
        </IconButton>
        {action && <Action>{action as ReactNode}</Action>}
      </Card>
    </SnackbarContent>
  );
}

const Card = styled('div')({
  display: 'grid',
  gridTemplateColumns: '16px 1fr auto',
  gap: '2px 10px',
  alignItems: 'start',
  width: '100%',
  padding: '11px 8px 11px 12px',
  borderRadius: 'var(--radius)',
  background: 'var(--overlay)',
  color: 'var(--text)',
  boxShadow: 'var(--shadow)',
  fontSize: 'var(--size-13)',
  fontFamily: 'var(--font-sans)',
  overflowWrap: 'anywhere',
  '& > .hw-icon': { marginTop: 2, color: 'var(--tone)', '--glyph-ink': 'var(--overlay)' },
  '& > .MuiButtonBase-root': { margin: '-4px 0', height: 24, width: 24 },
});

const Action = styled('div')({ gridColumn: 2, margin: '4px 0 2px' });
