import { ApiError } from '@headwater/shared/api';
import { useErrorText, useLanguage } from '@headwater/shared/messages';
import { useMutation, useQueryClient } from '@headwater/shared/query';
import { updateOf, type ReportTemplate, type TemplateUpdate } from '@headwater/shared/report-templates';
import { paths, useNavigate } from '@headwater/shared/routing';
import type { Table } from '@headwater/shared/tables';
import { Button, Row, Stack, styled, Text, toast } from '@headwater/shared/ui';
import { messages } from '../../messages.ts';
import { reportQueries, saveReport, type Report } from '@headwater/shared/figures';
import type { MappingState } from './use-mapping.ts';

interface UpdateReportProps {
  organizationId: string;
  template: ReportTemplate;
  table: Table;
  report: Report;
  mapping: MappingState;
}

const PARTS = ['changed', 'added', 'removed', 'kept'] as const satisfies readonly (keyof TemplateUpdate)[];

/** Says what the chosen columns change in a report, and changes it as a new version, which can be undone there. */
export function UpdateReport({ organizationId, template, table, report, mapping }: UpdateReportProps) {
  const t = messages.use();
  const language = useLanguage();
  const navigate = useNavigate();
  const client = useQueryClient();
  const errorText = useErrorText();
  const update = updateOf(template, report.content, mapping.content, table.columns);
  const one = reportQueries.one(organizationId, report.id);
  const back = paths.report(organizationId, report.id);
  const save = useMutation({
    mutationFn: () => saveReport(organizationId, report, { content: update.content }),
    onSuccess: async (saved) => {
      client.setQueryData(one.queryKey, saved);
      void client.invalidateQueries({ queryKey: reportQueries.list(organizationId).queryKey });
      toast.success(t('reports.saved', { name: saved.name }));
      await navigate(back);
    },
    onError: (error) => {
      if (!(error instanceof ApiError && error.status === 412)) return toast.error(errorText(error));
      // The list of changes follows what they have saved.
      void client.invalidateQueries({ queryKey: one.queryKey });
      toast.error(t('templates.changed_meanwhile'));
    },
  });
  const roles = mapping.missing.map((role) => role.name[language]).join(', ');
  const reason =
    mapping.missing.length > 0
      ? t('templates.create_missing', { roles })
      : update.isSame
        ? t('templates.nothing_changes')
        : undefined;
  return (
    <Stack gap={3}>
      <Parts aria-label={t('templates.what_changes')}>
        {PARTS.filter((part) => update[part].length > 0).map((part) => (
          <li key={part}>
            {t(`templates.update.${part}`, { count: update[part].length, cards: update[part].join(', ') })}
          </li>
        ))}
      </Parts>
      <Row>
        <Button
          variant="primary"
          busy={save.isPending}
          disabled={!mapping.known.isSuccess}
          disabledReason={reason}
          onClick={() => save.mutate()}
        >
          {t('templates.update')}
        </Button>
        <Button variant="ghost" to={back}>
          {t('templates.keep_report')}
        </Button>
      </Row>
      {reason !== undefined && (
        <Text tone="muted" size={13}>
          {reason}
        </Text>
      )}
    </Stack>
  );
}

const Parts = styled('ul')({
  display: 'grid',
  gap: 4,
  paddingInlineStart: 18,
  listStyle: 'disc',
  fontSize: 'var(--size-13)',
  overflowWrap: 'anywhere',
});
