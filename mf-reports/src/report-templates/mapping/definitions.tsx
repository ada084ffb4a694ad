import { useLanguage } from '@headwater/shared/messages';
import type { ReportTemplate } from '@headwater/shared/report-templates';
import { styled } from '@headwater/shared/ui';
import { messages } from '../../messages.ts';

/** What a template means by its words, so that its figures can be compared with others'. */
export function Definitions({ template }: { template: ReportTemplate }) {
  const t = messages.use();
  const language = useLanguage();
  return (
    <Root aria-label={t('templates.definitions')}>
      <h2>{t('templates.definitions')}</h2>
      <dl>
        {template.definitions.map(({ term, meaning }) => (
          <div key={term.en}>
            <dt>{term[language]}</dt>
            <dd>{meaning[language]}</dd>
          </div>
        ))}
      </dl>
    </Root>
  );
}

const Root = styled('section')({
  display: 'grid',
  gap: 12,
  padding: 16,
  border: '1px solid var(--line-2)',
  borderRadius: 'var(--radius)',
  background: 'var(--surface)',
  '& > h2': { fontSize: 'var(--size-14)', fontWeight: 'var(--weight-strong)' },
  '& > dl': { display: 'grid', gap: 12, margin: 0, fontSize: 'var(--size-13)', overflowWrap: 'anywhere' },
  '& dt': { fontWeight: 'var(--weight-medium)', color: 'var(--text)' },
  '& dd': { margin: '2px 0 0', color: 'var(--text-2)' },
});
