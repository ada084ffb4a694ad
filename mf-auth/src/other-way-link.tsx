import type { ReactNode } from 'react';
import { Link, useSearchParams } from '@headwater/shared/routing';
import { Button } from '@headwater/shared/ui';

interface OtherWayProps {
  to: string;
  children: ReactNode;
}

/** A link from the login to the sign-up or back that keeps the visitor's destination. */
export function OtherWayLink({ to, children }: OtherWayProps) {
  return <Link to={useWithNext(to)}>{children}</Link>;
}

/** The same as a button in a banner. */
export function OtherWayButton({ to, children }: OtherWayProps) {
  return (
    <Button size="small" to={useWithNext(to)}>
      {children}
    </Button>
  );
}

function useWithNext(to: string) {
  const [params] = useSearchParams();
  const next = params.get('next');
  return next ? `${to}?${new URLSearchParams({ next })}` : to;
}
