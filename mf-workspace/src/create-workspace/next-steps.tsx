import { styled } from '@headwater/shared/ui';
import { IconData, IconEye, IconSources } from '@headwater/shared/ui/icons';
import { messages } from '../messages.ts';

const STEPS = [
  { Icon: IconSources, text: 'next.connect' },
  { Icon: IconEye, text: 'next.select' },
  { Icon: IconData, text: 'next.browse' },
] as const;

/** What to do once the workspace exists. */
export function NextSteps() {
  const t = messages.use();
  return (
    <Section aria-labelledby="next-steps">
      <h2 id="next-steps">{t('next.title')}</h2>
      <ul>
        {STEPS.map(({ Icon, text }) => (
          <li key={text}>
            <Icon />
            {t(text)}
          </li>
        ))}
      </ul>
    </Section>
  );
}

const Section = styled('section')({
  display: 'grid',
  gap: 14,
  paddingTop: 24,
  borderTop: 'var(--hair)',
  fontSize: 'var(--size-13)',
  color: 'var(--text-2)',
  '& ul': { display: 'grid', gap: 16 },
  '& li': { display: 'grid', gridTemplateColumns: '20px 1fr', gap: 10 },
  '& .hw-icon': { color: 'var(--accent)', marginTop: 1 },
});
