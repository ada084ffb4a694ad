import { paths, Link } from '@headwater/shared/routing';
import { Cut, Stack, styled, TwoLines } from '@headwater/shared/ui';
import { IconArrowRight, IconSources } from '@headwater/shared/ui/icons';
import { messages } from '../messages.ts';
import type { SourceConnection } from '../source.queries.ts';
import { NextRun } from '../next-run.tsx';
import { useWorkspace } from '../workspace.ts';

interface RunOrderProps {
  source: SourceConnection;
  predecessor: SourceConnection;
}

/** The connection that this one follows, with its own next run. */
export function RunOrder({ source, predecessor }: RunOrderProps) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  return (
    <Stack gap={2}>
      <h2>{t('preview.order')}</h2>
      <Order>
        <li>
          <IconSources />
          <TwoLines>
            <Cut title={predecessor.name}>
              <Link to={paths.scheduleSync(organizationId, predecessor.id)}>{predecessor.name}</Link>
            </Cut>
            <NextRun source={predecessor} />
          </TwoLines>
        </li>
        <li aria-hidden>
          <IconArrowRight />
        </li>
        <li data-here>
          <IconSources />
          <TwoLines>
            <Cut title={source.name}>{source.name}</Cut>
            <span>{t('preview.this_connection')}</span>
          </TwoLines>
        </li>
      </Order>
    </Stack>
  );
}

const Order = styled('ol')({
  listStyle: 'none',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto minmax(0, 1fr)',
  gap: 12,
  alignItems: 'center',
  fontSize: 'var(--size-13)',
  '& > li:not([aria-hidden])': {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    gap: 10,
    alignItems: 'center',
    padding: '8px 12px',
    borderRadius: 'var(--radius)',
    boxShadow: 'inset 0 0 0 1px var(--line-2)',
  },
  '& > [data-here]': { background: 'var(--accent-soft)', boxShadow: 'inset 0 0 0 1px var(--accent-line)' },
  '& .hw-icon': { color: 'var(--icon)' },
  '& a': { color: 'var(--text)', fontWeight: 'var(--weight-medium)' },
});
