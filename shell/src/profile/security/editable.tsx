import { useId, useRef, useState, type ReactNode } from 'react';
import { Button, Row, Spacer, Stack, Text } from '@headwater/shared/ui';
import { messages } from '../messages.ts';

interface EditableProps {
  title: string;
  /** The current value. */
  value?: ReactNode;
  /**
   * The label of the button that opens the form, such as "Change". Without it, the value can't be changed.
   */
  action?: string;
  /** The form. It calls `close` when it is done. */
  children?(close: () => void): ReactNode;
}

/** A fact of the account, with a collapsed form that changes it. */
export function Editable({ title, value, action, children }: EditableProps) {
  const t = messages.use();
  const id = useId();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    button.current?.focus(); // the form that had the focus is gone
  };
  return (
    <Stack as="section" gap={3} aria-labelledby={id}>
      <Row nowrap>
        <Stack gap={1} style={{ minWidth: 0 }}>
          <h3 id={id}>{title}</h3>
          {value && (
            <Text size={13} tone="muted">
              {value}
            </Text>
          )}
        </Stack>
        <Spacer />
        {action && (
          <Button
            ref={button}
            size="small"
            aria-expanded={open}
            aria-label={open ? undefined : `${action}: ${title}`}
            onClick={() => setOpen(!open)}
          >
            {open ? t('cancel') : action}
          </Button>
        )}
      </Row>
      {open && children?.(close)}
    </Stack>
  );
}
