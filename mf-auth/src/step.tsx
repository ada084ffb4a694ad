import type { ReactNode } from 'react';
import { useTitle } from '@headwater/shared/routing';
import { PublicTitle, Row } from '@headwater/shared/ui';

interface StepProps {
  title: string;
  /** An explanation. */
  text?: ReactNode;
  /** Buttons for what to do next. */
  actions?: ReactNode;
}

/** One state of a page that has several. */
export function Step({ title, text, actions }: StepProps) {
  useTitle(title);
  return (
    <>
      <PublicTitle title={title}>{text}</PublicTitle>
      {actions && <Row>{actions}</Row>}
    </>
  );
}
