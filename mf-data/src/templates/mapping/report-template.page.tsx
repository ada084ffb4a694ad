import { useLanguage } from '@headwater/shared/messages';
import { useQuery } from '@headwater/shared/query';
import { paths, useParams, useTitle } from '@headwater/shared/routing';
import { Button, Page, QueryBoundary, Skeleton, Stack } from '@headwater/shared/ui';
import { IconTemplates } from '@headwater/shared/ui/icons';
import { EmptyState, PageHead, Topbar } from '@headwater/shared/ui/workspace';
import { type ReportTemplate, templateOf, TEMPLATES } from '@headwater/shared/report-templates';
import { messages } from '../../messages.ts';
import { tablesQuery } from '../../reports/tables.query.ts';
import { TemplateMapping } from './template-mapping.tsx';

/** The template with the slug in the URL. */
export function ReportTemplatePage() {
  const { organizationId = '', templateSlug = '' } = useParams();
  const template = templateOf(TEMPLATES, templateSlug);
  if (!template) return <NoTemplate organizationId={organizationId} />;
  return <Template key={template.slug} organizationId={organizationId} template={template} />;
}

/** A template whose roles get columns of a table, with the cards that this makes. */
function Template({ organizationId, template }: { organizationId: string; template: ReportTemplate }) {
  const t = messages.use();
  const language = useLanguage();
  const tables = useQuery(tablesQuery(organizationId));
  const name = template.name[language];
  useTitle(name);
  return (
    <>
      <Topbar
        crumbs={[{ label: t('templates.area'), to: paths.reportTemplates(organizationId) }, { label: name }]}
        actions={<span>{t('templates.version', { version: template.version })}</span>}
      />
      <Page>
        <PageHead title={name} meta={<span>{template.question[language]}</span>} />
        <QueryBoundary query={tables} thing={t('list.thing')} loading={<Wait />}>
          {(all) =>
            all.some(({ version }) => version !== null) ? (
              <TemplateMapping organizationId={organizationId} template={template} tables={all} />
            ) : (
              <EmptyState
                icon={<IconTemplates size={20} />}
                title={t('templates.no_tables')}
                action={
                  <Button variant="primary" to={paths.sourceConnections(organizationId)}>
                    {t('templates.to_sources')}
                  </Button>
                }
              >
                {t('templates.no_tables_text')}
              </EmptyState>
            )
          }
        </QueryBoundary>
      </Page>
    </>
  );
}

function NoTemplate({ organizationId }: { organizationId: string }) {
  const t = messages.use();
  const title = t('templates.not_found');
  useTitle(title);
  return (
    <Page>
      <EmptyState
        icon={<IconTemplates size={20} />}
        title={title}
        action={<Button to={paths.reportTemplates(organizationId)}>{t('templates.show_everything')}</Button>}
      >
        {t('templates.not_found_text')}
      </EmptyState>
    </Page>
  );
}

const Wait = () => (
  <Stack gap={4}>
    <Skeleton width={320} height={56} />
    <Skeleton width="100%" height={320} />
  </Stack>
);
