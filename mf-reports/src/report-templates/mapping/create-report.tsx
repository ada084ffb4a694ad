import { REPORT_NAME_MAX, type ReportContent } from '@headwater/shared/contract';
import { useErrorText, useLanguage } from '@headwater/shared/messages';
import { useMutation, useQueryClient } from '@headwater/shared/query';
import { paths, useNavigate } from '@headwater/shared/routing';
import { Button, styled, Text, toast } from '@headwater/shared/ui';
import { TextInput } from '@headwater/shared/ui/inputs';
import type { ReportTemplate, TemplateRole } from '@headwater/shared/report-templates';
import { useState, type FormEvent } from 'react';
import { messages } from '../../messages.ts';
import { createReport, reportQueries } from '@headwater/shared/figures';

interface CreateReportProps {
  organizationId: string;
  template: ReportTemplate;
  content: ReportContent;
  /** Required roles without a column. */
  missing: readonly TemplateRole[];
  /** Whether it's known which values count. */
  isReady: boolean;
}

/** Names the report, makes it, and opens it. */
export function CreateReport({ organizationId, template, content, missing, isReady }: CreateReportProps) {
  const t = messages.use();
  const language = useLanguage();
  const navigate = useNavigate();
  const client = useQueryClient();
  const errorText = useErrorText();
  const [given, setGiven] = useState<string | null>(null);
  const [isChecked, setChecked] = useState(false);
  const name = given ?? template.name[language];
  const create = useMutation({
    mutationFn: () => createReport(organizationId, { name: name.trim(), content }),
    onSuccess: async ({ id }) => {
      void client.invalidateQueries({ queryKey: reportQueries.list(organizationId).queryKey });
      await navigate(paths.report(organizationId, id));
    },
    onError: (error) => toast.error(errorText(error)),
  });
  const roles = missing.map((role) => role.name[language]).join(', ');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (isReady && missing.length === 0 && name.trim() !== '') create.mutate();
  };
  const error = name.trim() === '' ? t('templates.name_missing') : undefined;
  return (
    <Form onSubmit={submit} noValidate>
      <TextInput
        label={t('templates.name')}
        value={name}
        maxLength={REPORT_NAME_MAX}
        onChange={({ target }) => setGiven(target.value)}
        error={isChecked ? error : undefined}
      />
      {isChecked && missing.length > 0 && (
        <Text role="alert" tone="bad" size={13}>
          {t('templates.create_missing', { roles })}
        </Text>
      )}
      <Button type="submit" variant="primary" busy={create.isPending} disabled={!isReady}>
        {t('templates.create')}
      </Button>
    </Form>
  );
}

const Form = styled('form')({
  display: 'grid',
  gap: 12,
  justifyItems: 'start',
  '& > div': { width: '100%' },
});
