import { useFormikContext } from 'formik';
import type { MouseEvent, ReactNode } from 'react';
import { Button } from '../ui/index.ts';

export interface SubmitButtonProps {
  children: ReactNode;
  /** The label while the request is pending. */
  pending: ReactNode;
  disabled?: boolean;
  /** For an action that can't be undone. */
  danger?: boolean;
  /** The submit button of a public form is `tall` and `wide`. */
  size?: 'medium' | 'tall';
  wide?: boolean;
  onClick?(event: MouseEvent<HTMLElement>): void;
}

/** Submits the form; disabled while the request is pending, as the specification requires. */
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
