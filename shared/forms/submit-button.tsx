import { useFormikContext } from 'formik';
import type { MouseEvent, ReactNode } from 'react';
import { Button } from '../ui/index.ts';

export interface SubmitButtonProps {
  children: ReactNode;
  /** The words while the request is pending. */
  pending: ReactNode;
  disabled?: boolean;
  /** What it does can't be taken back. */
  danger?: boolean;
  /** `tall` and `wide` end a public form. */
  size?: 'medium' | 'tall';
  wide?: boolean;
  onClick?(event: MouseEvent<HTMLElement>): void;
}

/** Sends the form; disabled while the request is pending, as the specification has it. */
export function SubmitButton({ children, pending, disabled = false, danger, ...props }: SubmitButtonProps) {
  const { isSubmitting } = useFormikContext();
  return (
    <Button
      {...props}
      type="submit"
      variant={danger ? 'danger' : 'primary'}
      disabled={disabled || isSubmitting}
      busy={isSubmitting}
      busyLabel={pending}
    >
      {children}
    </Button>
  );
}
