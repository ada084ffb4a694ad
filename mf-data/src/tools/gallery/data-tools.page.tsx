import { Link, useParams, useTitle } from '@headwater/shared/routing';
import { Page, styled } from '@headwater/shared/ui';
import { PageHead } from '@headwater/shared/ui/workspace';
import { messages } from '../../messages.ts';
import { INTENTS, TOOLS } from '../tools.ts';

/** The tools for data, by what people want to do. */
export function DataToolsPage() {
  const t = messages.use();
  const { organizationId = '' } = useParams();
  useTitle(t('tools.area'));
  return (
    <Page>
      <PageHead title={t('tools.area')} />
      <Intents>
        {INTENTS.filter((intent) => TOOLS.some((tool) => tool.intent === intent)).map((intent) => (
          <section key={intent} aria-labelledby={`intent-${intent}`}>
            <header>
              <h2 id={`intent-${intent}`}>{t(`tools.intent.${intent}`)}</h2>
              <p>{t(`tools.intent.${intent}_text`)}</p>
            </header>
            <ul>
              {TOOLS.filter((tool) => tool.intent === intent).map(({ slug, icon: Icon, path }) => (
                <li key={slug}>
                  <Pick to={path(organizationId)}>
                    <IconBox>
                      <Icon />
                    </IconBox>
                    <span>
                      <b>{t(`tools.${slug}.name`)}</b>
                      <span>{t(`tools.${slug}.text`)}</span>
                    </span>
                  </Pick>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </Intents>
    </Page>
  );
}

const Intents = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(330px, 100%), 1fr))',
  gap: '28px 24px',
  '& section': { display: 'grid', gap: 12, alignContent: 'start' },
  '& header': { display: 'flex', gap: 8, alignItems: 'baseline' },
  '& h2': { fontSize: 'var(--size-14)', fontWeight: 'var(--weight-strong)' },
  '& header p': { fontSize: 'var(--size-12)', color: 'var(--text-2)' },
  '& ul': { display: 'grid', gap: 8 },
});
const Pick = styled(Link)({
  display: 'grid',
  gridTemplateColumns: '32px minmax(0, 1fr)',
  gap: 14,
  padding: 16,
  borderRadius: 'var(--radius)',
  border: '1px solid var(--line-2)',
  background: 'var(--surface)',
  color: 'var(--text)',
  fontSize: 'var(--size-13)',
  transition: 'background var(--fast) var(--ease)',
  '&:hover': { background: 'var(--surface-2)', textDecoration: 'none' },
  '& b': { display: 'block', fontWeight: 'var(--weight-strong)' },
  '& b + span': { color: 'var(--text-2)' },
});
const IconBox = styled('span')({
  display: 'grid',
  placeItems: 'center',
  width: 32,
  height: 32,
  borderRadius: 'var(--radius-in)',
  background: 'var(--surface-3)',
  color: 'var(--icon)',
});
