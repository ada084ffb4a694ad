import { ownValue } from '@headwater/shared/contract';
import { useSearchParams } from '@headwater/shared/routing';
import type { Table } from '@headwater/shared/tables';
import { Stack, styled } from '@headwater/shared/ui';
import { Combobox } from '@headwater/shared/ui/combobox';
import { formerTable, rankTables, type ReportTemplate } from '@headwater/shared/report-templates';
import { useMay } from '@headwater/shared/session';
import { useMemo, type ReactNode } from 'react';
import { messages } from '../../messages.ts';
import type { Report } from '@headwater/shared/figures';
import { CreateReport } from './create-report.tsx';
import { Definitions } from './definitions.tsx';
import { formerMapping } from './former-mapping.ts';
import { LiveCards } from './live-cards.tsx';
import { OrderChoice } from './order-choice.tsx';
import { PeriodChoice } from './period-choice.tsx';
import { RoleChoice } from './role-choice.tsx';
import { UpdateReport } from './update-report.tsx';
import { useMapping } from './use-mapping.ts';
import { ValueChoice } from './value-choice.tsx';

interface TemplateMappingProps {
  organizationId: string;
  template: ReportTemplate;
  /** At least one of them has rows, and is for this template. */
  tables: readonly Table[];
  /** The report whose columns are to be changed. Null for a new one. */
  report: Report | null;
}

/** The table that a template reads, which is in the URL, and the rest of its mapping. */
export function TemplateMapping({ organizationId, template, tables, report }: TemplateMappingProps) {
  const t = messages.use();
  const [query, setQuery] = useSearchParams();
  const ranked = useMemo(() => rankTables(template, tables), [template, tables]);
  const former = report && formerTable(template, report.content);
  const wanted = query.get('table') ?? former?.id;
  const { table } = ranked.find((one) => one.table.id === wanted) ?? ranked[0]!;
  const choose = (id: string) => {
    const next = new URLSearchParams(query);
    next.set('table', id);
    setQuery(next, { replace: true });
  };
  return (
    <Roles key={table.id} {...{ organizationId, template, table, report }}>
      <Combobox
        label={t('templates.table')}
        value={table.id}
        options={ranked.map((one) => ({
          value: one.table.id,
          label: `${one.table.sourceConnectionName} / ${one.table.tableName}`,
        }))}
        onChange={choose}
      />
    </Roles>
  );
}

interface RolesProps {
  organizationId: string;
  template: ReportTemplate;
  table: Table;
  report: Report | null;
  /** The choice of the table. */
  children: ReactNode;
}

function Roles({ organizationId, template, table, report, children }: RolesProps) {
  const t = messages.use();
  const canEdit = useMay('data:edit');
  const mapping = useMapping({
    ...{ organizationId, template, table },
    former: report ? formerMapping(template, report.content, table) : undefined,
  });
  return (
    <Split>
      <Stack gap={4}>
        {children}
        <List aria-label={t('templates.columns')}>
          {template.roles.map((role) => {
            const filter = template.filters.find((one) => one.role === role.id);
            const known = mapping.valuesOf(role.id);
            return (
              <li key={role.id}>
                <RoleChoice
                  role={role}
                  table={table}
                  column={ownValue(mapping.columns, role.id) ?? null}
                  match={mapping.matches.get(role.id)}
                  samples={mapping.samplesOf(role.id)}
                  onChange={(column) => mapping.setColumn(role.id, column)}
                />
                {template.period?.role === role.id &&
                  Object.hasOwn(mapping.columns, role.id) &&
                  mapping.isTimeKnown &&
                  !report && (
                    <PeriodChoice
                      period={template.period}
                      isAllTime={mapping.isAllTime}
                      onChange={mapping.setAllTime}
                    />
                  )}
                {filter?.isOrdered && known && (
                  <OrderChoice
                    column={ownValue(mapping.columns, role.id)!}
                    known={known.values.flatMap(({ value }) => value ?? [])}
                    order={mapping.orderOf(role.id)}
                    usual={mapping.usualOrder}
                    onChange={(order) => mapping.setOrder(role.id, order)}
                  />
                )}
                {filter && known && mapping.orderOf(role.id) === null && (
                  <ValueChoice
                    filter={filter}
                    column={ownValue(mapping.columns, role.id)!}
                    known={known}
                    chosen={ownValue(mapping.values, role.id) ?? []}
                    onChange={(values) => mapping.setValues(role.id, values)}
                  />
                )}
              </li>
            );
          })}
        </List>
        {canEdit &&
          (report ? (
            <UpdateReport {...{ organizationId, template, table, report, mapping }} />
          ) : (
            <CreateReport
              organizationId={organizationId}
              template={template}
              content={mapping.content}
              missing={mapping.missing}
              isReady={mapping.known.isSuccess && mapping.isTimeKnown}
            />
          ))}
        <Definitions template={template} />
      </Stack>
      <LiveCards organizationId={organizationId} template={template} table={table} mapping={mapping} />
    </Split>
  );
}

const Split = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
  gap: 32,
  alignItems: 'start',
  '@media (max-width: 1000px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
});
const List = styled('ul')({
  display: 'grid',
  border: '1px solid var(--line-2)',
  borderRadius: 'var(--radius)',
  '& > li': { display: 'grid', gap: 12, padding: 16 },
  '& > li + li': { borderTop: '1px solid var(--line)' },
});
