import { styled } from '@headwater/shared/ui';
import { EmptyState } from '@headwater/shared/ui/workspace';
import type { ReactNode } from 'react';
import { messages } from '../../messages.ts';
import { TOOLS } from '../tools.ts';

interface NothingYetProps {
  /** The tool's. */
  slug: string;
  /** What to do next. */
  children: ReactNode;
}

/** Holds the place of what a tool will show. */
export function NothingYet({ slug, children }: NothingYetProps) {
  const t = messages.use();
  const Icon = TOOLS.find((tool) => tool.slug === slug)?.icon;
  return (
    <Place>
      <EmptyState icon={Icon && <Icon size={20} />} title={t('tool.nothing_yet')}>
        {children}
      </EmptyState>
    </Place>
  );
}

const Place = styled('div')({
  display: 'grid',
  alignItems: 'center',
  minHeight: 240,
  border: '1px dashed var(--line-2)',
  borderRadius: 'var(--radius)',
});
