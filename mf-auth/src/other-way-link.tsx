import type { ReactNode } from 'react';
import { Link, useSearchParams } from '@headwater/shared/routing';

/** From login to sign-up and back; where the visitor wanted to go is kept. */
export function OtherWayLink({ to, children }: { to: string; children: ReactNode }) {
  const [params] = useSearchParams();
  const next = params.get('next');
  return <Link to={next ? `${to}?${new URLSearchParams({ next })}` : to}>{children}</Link>;
}
