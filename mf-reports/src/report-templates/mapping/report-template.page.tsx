import { useLanguage } from '@headwater/shared/messages';
import { useQuery } from '@headwater/shared/query';
import { paths, useParams, useSearchParams, useTitle } from '@headwater/shared/routing';
import { Banner, Button, Page, QueryBoundary, Skeleton, Stack } from '@headwater/shared/ui';
import { IconTemplates } from '@headwater/shared/ui/icons';
import { EmptyState, PageHead, Topbar } from '@headwater/shared/ui/workspace';
import { rankTables, type ReportTemplate, templateOf, TEMPLATES } from '@headwater/shared/report-templates';
import { tableQueries, type Table } from '@headwater/shared/tables';
import { messages } from '../../messages.ts';
import { reportQueries, type Report } from '@headwater/shared/figures';
import { Definitions } from './definitions.tsx';
import { NeedsRunTable } from './needs-run-table.tsx';
import { TemplateMapping } from './template-mapping.tsx';

/** The template with the slug in the URL. */
export function ReportTemplatePage() {
  const { organizationId = '', templateSlug = '' } = useParams();
  const template = templateOf(TEMPLATES, templateSlug);
  if (!template) return <NoTemplate organizationId={organizationId} />;
  return <OfReport key={template.slug} organizationId={organizationId} template={template} />;
}

interface OfReportProps {
  organizationId: string;
  template: ReportTemplate;
}

/** The template with the report in the URL, if its columns are to be changed. */
function OfReport({ organizationId, template }: OfReportProps) {
  const t = messages.use();
  const [query] = useSearchParams();
  const reportId = query.get('report');
  const report = useQuery({
    ...reportQueries.one(organizationId, reportId ?? ''),
    enabled: reportId !== null,
  });
  if (reportId === null) return <Template {...{ organizationId, template }} report={null} />;
  return (
    <QueryBoundary query={report} thing={t('templates.the_report')} loading={<Wait />}>
      {(found) => {
        const isOwn = found.content.template?.slug === template.slug;
        return <Template {...{ organizationId, template }} report={isOwn ? found : null} />;
      }}
    </QueryBoundary>
  );
}

interface TemplateProps extends OfReportProps {
  report: Report | null;
}

/** A template whose roles get columns of a table, with the cards that this makes. */
function Template({ organizationId, template, report }: TemplateProps) {
  const t = messages.use();
  const language = useLanguage();
  const tables = useQuery(tableQueries.all(organizationId));
  const name = template.name[language];
  const isNewer = (report?.content.template?.version ?? template.version) < template.version;
  useTitle(name);
  return (
    <>
      <Topbar
        crumbs={[{ label: t('templates.area'), to: paths.reportTemplates(organizationId) }, { label: name }]}
        actions={<span>{t('templates.version', { version: template.version })}</span>}
      />
      <Page>
        <PageHead title={name} meta={<span>{template.question[language]}</span>} />
        {report && (
          <Banner tone="info">
            {t(isNewer ? 'templates.updating_newer' : 'templates.updating', {
              name: report.name,
              version: template.version,
            })}
          </Banner>
        )}
        <QueryBoundary query={tables} thing={t('list.thing')} loading={<Wait />}>
          {(all) => {
            if (isReadable(template, all))
              return <TemplateMapping {...{ organizationId, template, report }} tables={all} />;
            const { isBuiltIn = false } = template;
            return (
              <Stack gap={4}>
                {isBuiltIn && all.length > 0 ? (
                  <NeedsRunTable organizationId={organizationId} />
                ) : (
                  <NothingToRead organizationId={organizationId} isBuiltIn={isBuiltIn} />
                )}
                <Definitions template={template} />
              </Stack>
            );
          }}
        </QueryBoundary>
      </Page>
    </>
  );
}

/** Leads to the sources, without which there are no tables. */
function NothingToRead({ organizationId, isBuiltIn }: { organizationId: string; isBuiltIn: boolean }) {
  const t = messages.use();
  return (
    <EmptyState
      icon={<IconTemplates size={20} />}
      title={t(isBuiltIn ? 'templates.no_syncs' : 'templates.no_tables')}
      action={
        <Button variant="primary" to={paths.sourceConnections(organizationId)}>
          {t('templates.to_sources')}
        </Button>
      }
    >
      {t(isBuiltIn ? 'templates.no_syncs_text' : 'templates.no_tables_text')}
    </EmptyState>
  );
}

/** Whether any of the tables that a template may read has rows. */
const isReadable = (template: ReportTemplate, tables: readonly Table[]) =>
  rankTables(template, tables).length > 0;

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
