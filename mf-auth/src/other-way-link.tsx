import type { ReactNode } from 'react';
import { Link, useSearchParams } from '@headwater/shared/routing';
import { Button } from '@headwater/shared/ui';

interface OtherWayProps {
  to: string;
  children: ReactNode;
}

/** From login to sign-up and back; where the visitor wanted to go is kept. */
export function OtherWayLink({ to, children }: OtherWayProps) {
  return <Link to={useWithNext(to)}>{children}</Link>;
}

/** The same as what a banner offers. */
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
