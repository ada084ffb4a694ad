import { useFormat } from '@headwater/shared/messages';
import { Link, useParams, useSearchParams, useTitle } from '@headwater/shared/routing';
import { Button, Page, Skeleton, Stack, styled, Text } from '@headwater/shared/ui';
import { AddressSearch } from '@headwater/shared/ui/inputs';
import { EmptyState, PageHead, RelativeTime } from '@headwater/shared/ui/workspace';
import { messages } from '../../messages.ts';
import { INTENTS, TOOLS } from '../tools.ts';
import { RecentTools, useRecentUses } from './recent-tools.tsx';

type Uses = ReturnType<typeof useRecentUses>['uses'];

/** The tools for data, by what people want to do, below what was run last. */
export function DataToolsPage() {
  const t = messages.use();
  const { organizationId = '' } = useParams();
  const [query, setQuery] = useSearchParams();
  const search = query.get('q') ?? '';
  const { uses, isPending } = useRecentUses(organizationId);
  useTitle(t('tools.area'));
  return (
    <Page>
      <Head>
        <PageHead title={t('tools.area')} />
        <AddressSearch
          label={t('tools.find')}
          value={search}
          width={280}
          onChange={(q) => setQuery(q ? { q } : {}, { replace: true })}
        />
      </Head>
      {search.trim() !== '' ? (
        <Found search={search} uses={uses} onClear={() => setQuery({}, { replace: true })} />
      ) : isPending ? (
        // What was run last is above the tools, and would move them.
        <Loading />
      ) : (
        <>
          {uses.length > 0 && <RecentTools uses={uses} />}
          <Intents>
            {INTENTS.map((intent) => (
              <section key={intent} aria-labelledby={`intent-${intent}`}>
                <header>
                  <h2 id={`intent-${intent}`}>{t(`tools.intent.${intent}`)}</h2>
                  <p>{t(`tools.intent.${intent}_text`)}</p>
                </header>
                <Tools tools={TOOLS.filter((tool) => tool.intent === intent)} uses={uses} />
              </section>
            ))}
          </Intents>
        </>
      )}
    </Page>
  );
}

/** The tools for which every word is in their name, what they do, or what that is called. */
function Found({ search, uses, onClear }: { search: string; uses: Uses; onClear(): void }) {
  const t = messages.use();
  const { number } = useFormat();
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = TOOLS.filter(({ slug, intent }) => {
    const texts = [
      t(`tools.${slug}.name`),
      t(`tools.${slug}.text`),
      t(`tools.${slug}.also`),
      t(`tools.intent.${intent}`),
    ]
      .join(' ')
      .toLowerCase();
    return words.every((word) => texts.includes(word));
  });
  if (found.length === 0)
    return (
      <EmptyState
        title={t('tools.none_found', { search: search.trim() })}
        action={<Button onClick={onClear}>{t('tools.show_all')}</Button>}
      />
    );
  return (
    <Stack gap={3}>
      <Text size={13} tone="muted" role="status">
        {t('tools.found', { count: found.length, number: number(found.length), search: search.trim() })}
      </Text>
      <Intents>
        {found.map((tool) => (
          <Tools key={tool.slug} tools={[tool]} uses={uses} />
        ))}
      </Intents>
    </Stack>
  );
}

function Tools({ tools, uses }: { tools: typeof TOOLS; uses: Uses }) {
  const t = messages.use();
  const { organizationId = '' } = useParams();
  return (
    <ul>
      {tools.map(({ slug, icon: Icon, path }) => {
        const last = uses.find((use) => use.slug === slug);
        return (
          <li key={slug}>
            <Pick to={path(organizationId)}>
              <IconBox>
                <Icon />
              </IconBox>
              <span>
                <b>{t(`tools.${slug}.name`)}</b>
                <span>{t(`tools.${slug}.text`)}</span>
                {last && (
                  <small>{t.rich('tools.last_used', { when: () => <RelativeTime iso={last.at} /> })}</small>
                )}
              </span>
            </Pick>
          </li>
        );
      })}
    </ul>
  );
}

function Loading() {
  return (
    <Stack>
      <Skeleton width="100%" height={120} />
      <Skeleton width="100%" height={240} />
    </Stack>
  );
}

const Head = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  alignItems: 'center',
  gap: '12px 24px',
});
const Intents = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(330px, 100%), 1fr))',
  gap: '28px 24px',
  marginTop: 8,
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
  '& small': { display: 'block', marginTop: 6, fontSize: 'var(--size-12)', color: 'var(--text-3)' },
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
