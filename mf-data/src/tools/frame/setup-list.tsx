import { Link } from '@headwater/shared/routing';
import { styled } from '@headwater/shared/ui';
import { messages } from '../../messages.ts';
import { RunMark } from './run-mark.tsx';
import type { ToolSetup } from './tool.queries.ts';

interface SetupListProps {
  setups: readonly ToolSetup[];
  current: ToolSetup | undefined;
  figures(figures: Readonly<Record<string, number>>): string;
}

/** What members have set up and saved, with what the last run of each has found. */
export function SetupList({ setups, current, figures }: SetupListProps) {
  const t = messages.use();
  if (setups.length === 0) return null;
  return (
    <List aria-label={t('tool.setups_title')}>
      <ul>
        <li>
          <Pick to="?" aria-current={current ? undefined : 'page'}>
            {t('tool.new')}
          </Pick>
        </li>
        {setups.map((setup) => (
          <li key={setup.id}>
            <Pick to={`?setup=${setup.id}`} aria-current={setup === current ? 'page' : undefined}>
              <b>{setup.name}</b>
              {setup.lastRun && <RunMark run={setup.lastRun} figures={figures} />}
            </Pick>
          </li>
        ))}
      </ul>
    </List>
  );
}

const List = styled('nav')({
  '& ul': { listStyle: 'none', margin: 0, padding: 0, display: 'flex', flexWrap: 'wrap', gap: 8 },
  '& li': { minWidth: 0, maxWidth: '100%' },
});
const Pick = styled(Link)({
  display: 'flex',
  gap: 10,
  alignItems: 'center',
  minHeight: 32,
  padding: '0 12px',
  border: '1px solid var(--line-2)',
  borderRadius: 'var(--radius)',
  color: 'var(--text)',
  fontSize: 'var(--size-13)',
  '& b': {
    fontWeight: 'var(--weight-medium)',
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '&:hover': { background: 'var(--surface-2)', textDecoration: 'none' },
  '&[aria-current]': { background: 'var(--surface-3)', borderColor: 'var(--line-3, var(--line-2))' },
});
