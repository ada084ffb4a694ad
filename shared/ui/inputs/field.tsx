import { styled } from '@mui/material/styles';
import { useId, type ReactNode } from 'react';
import { IconAlert } from '../icons/icons.ts';

export interface FieldProps {
  label: ReactNode;
  /** At the end of the label's line: "Optional", a link. */
  labelEnd?: ReactNode;
  /** Always shown below the field. */
  hint?: ReactNode;
  /** What is wrong; also marks the field's border. */
  error?: ReactNode;
  id?: string;
  className?: string;
}

/** Props for the control inside a Field. */
export interface FieldWiring {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

/** A control with its label above and its error and hint below, connected for screen readers. */
export function Field({
  label,
  labelEnd,
  hint,
  error,
  id,
  className,
  children,
}: FieldProps & { children(wiring: FieldWiring): ReactNode }) {
  const own = useId();
  const field = id ?? own;
  const describedBy = [error && `${field}-error`, hint && `${field}-hint`].filter(Boolean).join(' ');
  return (
    <Root className={className}>
      <LabelLine>
        <label htmlFor={field}>{label}</label>
        {labelEnd && <span className="end">{labelEnd}</span>}
      </LabelLine>
      {children({
        id: field,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': describedBy || undefined,
      })}
      <FieldError id={`${field}-error`}>{error}</FieldError>
      {hint && <Hint id={`${field}-hint`}>{hint}</Hint>}
    </Root>
  );
}

/** The line that shows what is wrong. Renders nothing without children. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <ErrorLine id={id}>
      <IconAlert size={14} />
      <span>{children}</span>
    </ErrorLine>
  );
}

const Root = styled('div')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 6, minWidth: 0 });
const LabelLine = styled('div')({
  color: 'var(--text)',
  fontSize: 'var(--size-13)',
  fontWeight: 'var(--weight-medium)',
  lineHeight: 1.35,
  display: 'flex',
  gap: 4,
  justifyContent: 'space-between',
  alignItems: 'baseline',
  '& .end': { fontWeight: 'var(--weight-text)', color: 'var(--text-3)', fontSize: 'var(--size-12)' },
  '& .end a': { fontSize: 'var(--size-13)', fontWeight: 'var(--weight-medium)' },
});
export const Hint = styled('div')({ fontSize: 'var(--size-12)', color: 'var(--text-2)' });
const ErrorLine = styled('div')({
  fontSize: 'var(--size-12)',
  color: 'var(--bad-text)',
  display: 'flex',
  gap: 6,
  alignItems: 'flex-start',
  '& .hw-icon': { marginTop: 2, color: 'var(--bad)' },
  '& a': {
    textDecoration: 'underline',
    textDecorationColor: 'color-mix(in srgb, currentColor 40%, transparent)',
  },
});
