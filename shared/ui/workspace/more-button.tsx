import type { ReactNode } from 'react';
import { Button } from '../core/button.tsx';

interface MoreButtonProps {
  /** A list that is read page by page. */
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage(): Promise<unknown> };
  children: ReactNode;
}

/** Reads the list's next page. Not shown at the end of the list. */
export function MoreButton({ list, children }: MoreButtonProps) {
  if (!list.hasNextPage) return null;
  return (
    <Button
      size="small"
      variant="ghost"
      busy={list.isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
    >
      {children}
    </Button>
  );
}
