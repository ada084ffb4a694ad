import { styled } from '@mui/material/styles';
import { IconCheck } from '../icons/icons.ts';
import { uiMessages } from '../ui-messages.ts';
import { VisuallyHidden } from '../core/text.tsx';

export interface WizardStepsProps {
  steps: readonly string[];
  /** The index of the current step. */
  current: number;
}

/** The current position in a wizard of several pages. On phones only the current step shows its label. */
export function WizardSteps({ steps, current }: WizardStepsProps) {
  const t = uiMessages.use();
  return (
    <List aria-label={t('way')}>
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === current ? 'step' : undefined}
          data-done={index < current || undefined}
        >
          <Dot aria-hidden>{index < current ? <IconCheck size={12} /> : index + 1}</Dot>
          <span className="word">{step}</span>
          {index < current && <VisuallyHidden>, {t('way.done')}</VisuallyHidden>}
        </li>
      ))}
    </List>
  );
}

const Dot = styled('span')({
  width: 18,
  height: 18,
  borderRadius: '50%',
  display: 'grid',
  placeItems: 'center',
  fontSize: 11,
  fontWeight: 600,
  background: 'var(--surface-3)',
  color: 'var(--text-2)',
});
const List = styled('ol')({
  display: 'flex',
  gap: 8,
  alignItems: 'center',
  fontSize: 'var(--size-13)',
  color: 'var(--text-3)',
  minHeight: 32,
  '& li': { display: 'flex', gap: 6, alignItems: 'center', whiteSpace: 'nowrap' },
  '& li + li::before': { content: '""', width: 20, height: 1, background: 'var(--line-2)', marginRight: 2 },
  '& [aria-current]': { color: 'var(--text)', fontWeight: 'var(--weight-medium)' },
  '& [aria-current] > span:first-of-type': { background: 'var(--accent)', color: 'var(--on-accent)' },
  '& [data-done] > span:first-of-type': { background: 'var(--accent-soft)', color: 'var(--accent-text)' },
  '@media (max-width: 600px)': {
    '& li:not([aria-current]) > .word': {
      position: 'absolute',
      width: 1,
      height: 1,
      overflow: 'hidden',
      clipPath: 'inset(50%)',
    },
    '& li + li::before': { width: 10 },
  },
});
