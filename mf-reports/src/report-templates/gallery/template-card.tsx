import { useLanguage } from '@headwater/shared/messages';
import { Link, paths } from '@headwater/shared/routing';
import { Glyph, styled, type GlyphName } from '@headwater/shared/ui';
import type { Readiness, ReportTemplate } from '@headwater/shared/report-templates';
import { messages } from '../../messages.ts';
import { Sketch } from './sketch.tsx';

interface TemplateCardProps {
  organizationId: string;
  template: ReportTemplate;
  readiness: Readiness;
}

const GLYPHS: Record<Readiness['state'], GlyphName> = {
  ready: 'synced',
  almost: 'incomplete',
  missing: 'never',
};

/** What a template answers, and whether a table has what it needs. */
export function TemplateCard({ organizationId, template, readiness }: TemplateCardProps) {
  const t = messages.use();
  const language = useLanguage();
  const { state, table, found, missing } = readiness;
  const { slug, name, question, subject, roles, sketch, isBuiltIn } = template;
  return (
    <Root to={paths.reportTemplate(organizationId, slug, table ? { table: table.id } : {})}>
      <Sketch kind={sketch} />
      <Body>
        <b>{name[language]}</b>
        <span>{question[language]}</span>
      </Body>
      <Foot>
        <span>
          <span data-state={state}>
            <Glyph name={GLYPHS[state]} />
          </span>
          {state === 'missing'
            ? t('templates.needs', { subject: subject[language] })
            : isBuiltIn
              ? t('built_in.reads')
              : t('templates.found', { found, of: roles.length })}
        </span>
        {table && (
          <span>
            {state === 'ready'
              ? table.tableName
              : t('templates.is_missing', { roles: missing.map((role) => role.name[language]).join(', ') })}
          </span>
        )}
      </Foot>
    </Root>
  );
}

const Root = styled(Link)({
  display: 'grid',
  gridTemplateRows: 'auto 1fr auto',
  overflow: 'hidden',
  borderRadius: 'var(--radius)',
  border: '1px solid var(--line-2)',
  background: 'var(--surface)',
  color: 'var(--text)',
  transition: 'border-color var(--fast) var(--ease)',
  '&:hover': { borderColor: 'var(--accent)', textDecoration: 'none' },
});
const Body = styled('span')({
  display: 'grid',
  gap: 4,
  alignContent: 'start',
  padding: '14px 16px',
  '& b': { fontSize: 'var(--size-14)', fontWeight: 'var(--weight-strong)' },
  '& span': { fontSize: 'var(--size-13)', color: 'var(--text-2)' },
});
const Foot = styled('span')({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  gap: '4px 12px',
  padding: '10px 16px',
  borderTop: '1px solid var(--line)',
  fontSize: 'var(--size-12)',
  color: 'var(--text-2)',
  overflowWrap: 'anywhere',
  '& > span:first-of-type': {
    display: 'inline-flex',
    gap: 6,
    alignItems: 'center',
    color: 'var(--text)',
    fontWeight: 'var(--weight-medium)',
  },
  '& [data-state]': { display: 'inline-flex', color: 'var(--icon)' },
  '& [data-state="ready"]': { color: 'var(--ok)' },
  '& [data-state="almost"]': { color: 'var(--warn)' },
});
