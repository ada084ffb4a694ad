import type { CatalogStream } from '@headwater/shared/contract';
import { useFindingText } from '@headwater/shared/messages';
import { paths } from '@headwater/shared/routing';
import { Button, Row, styled } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import type { SourceConnection } from '../source.queries.ts';
import { useWorkspace } from '../workspace.ts';

interface FileReadingProps {
  source: SourceConnection;
  findings: CatalogStream['findings'];
}

/** How a file is read, with a link to change that. */
export function FileReading({ source, findings }: FileReadingProps) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const findingText = useFindingText();
  // The first of the fields for how files are read, which are all in one group.
  const settings = `${paths.sourceConnection(organizationId, source.id)}?tab=settings&field=delimiter`;
  return (
    <Section aria-labelledby="reading-heading">
      <Row justify="between" nowrap>
        <h3 id="reading-heading">{t('reading.title')}</h3>
        {source.can.edit && (
          <Button size="small" to={settings}>
            {t('reading.change')}
          </Button>
        )}
      </Row>
      <ul>
        {findings.map((finding) => {
          const text = findingText(finding);
          return <li key={text}>{text}</li>;
        })}
      </ul>
    </Section>
  );
}

const Section = styled('section')({
  display: 'grid',
  gap: 6,
  padding: '10px 12px',
  borderRadius: 'var(--radius)',
  background: 'var(--surface-2)',
  fontSize: 'var(--size-13)',
  '& > ul': { display: 'grid', gap: 4, color: 'var(--text-2)', overflowWrap: 'anywhere' },
});
