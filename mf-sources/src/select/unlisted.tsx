import { Link, paths } from '@headwater/shared/routing';
import { Note, Stack, styled } from '@headwater/shared/ui';
import { CardGrid } from '@headwater/shared/ui/workspace';
import type { Connector } from '../connector.queries.ts';
import { messages } from '../messages.ts';
import { useWorkspace } from '../workspace.ts';

/** Connectors that read sources which have none of their own, the most capable first. */
const WAYS = ['rest', 'web_file', 'csv'] as const;

/** Whoever looks for another connector seldom has a manifest. */
const FORM = { rest: { manifest: 'form' }, web_file: {}, csv: {} };

/** How to read a source that has no connector. */
export function Unlisted({ connectors }: { connectors: readonly Connector[] }) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const ways = WAYS.filter((way) => connectors.some(({ id }) => id === way));
  if (ways.length === 0) return null;
  return (
    <Section aria-label={t('select.unlisted')}>
      <Stack gap={3}>
        <Stack gap={1}>
          <h2>{t('select.unlisted')}</h2>
          <Note>{t('select.unlisted_text')}</Note>
        </Stack>
        <CardGrid min={280}>
          {ways.map((way) => (
            <Way key={way} to={paths.newSourceConnect(organizationId, { connector: way, ...FORM[way] })}>
              <strong>{t(`select.unlisted.${way}`)}</strong>
              <span>{t(`select.unlisted.${way}_text`)}</span>
            </Way>
          ))}
        </CardGrid>
      </Stack>
    </Section>
  );
}

const Section = styled('section')({ borderTop: 'var(--hair)', paddingTop: 24 });

const Way = styled(Link)({
  display: 'grid',
  gap: 3,
  alignContent: 'start',
  borderRadius: 'var(--radius)',
  color: 'inherit',
  textDecoration: 'none',
  fontSize: 'var(--size-13)',
  '& strong': { fontWeight: 'var(--weight-medium)', color: 'var(--accent-text)' },
  '& span': { color: 'var(--text-2)' },
  '&:hover strong': { textDecoration: 'underline' },
});
