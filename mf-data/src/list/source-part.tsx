import type { IndexedSchema, TableGroup } from '@headwater/shared/contract';
import { useInfiniteQuery } from '@headwater/shared/query';
import { Link, paths, useParams } from '@headwater/shared/routing';
import { tableQueries, type IndexSearch } from '@headwater/shared/tables';
import { Button, Cut, IconButton, Row, Stack, styled, Text } from '@headwater/shared/ui';
import { IconChevronDown, IconChevronRight } from '@headwater/shared/ui/icons';
import { TablePartRow, TableRows, type DataTableColumn } from '@headwater/shared/ui/table';
import { MoreButton } from '@headwater/shared/ui/workspace';
import { useState, type ReactNode } from 'react';
import { useDeletionText } from '../deletion-text.ts';
import { messages } from '../messages.ts';
import { DeleteKeptTables } from './delete-kept-tables.tsx';
import { hasSchemas, nameIn, type TreeTable } from './tree-table.ts';

interface SourcePartProps {
  group: TableGroup;
  search: IndexSearch;
  columns: readonly DataTableColumn<TreeTable>[];
}

/** One connection with its tables, by schema if it has several. */
export function SourcePart({ group, search, columns }: SourcePartProps) {
  const t = messages.use();
  const isViews = group.connector === 'views';
  const name = isViews ? t('view.group') : group.sourceConnectionName;
  const [isOpen, setOpen] = useState(group.schemas.some(isListed));
  const isTree = hasSchemas(group);
  return (
    <tbody aria-label={name}>
      <TablePartRow
        columns={columns}
        title={<SourceTitle group={group} isOpen={isOpen} name={name} onToggle={() => setOpen(!isOpen)} />}
        text={<Text tone="muted">{t(isViews ? 'view.count' : 'list.group', { count: group.total })}</Text>}
      />
      {isOpen &&
        group.schemas.map((schema) =>
          isTree && schema.name !== null ? (
            <SchemaPart key={schema.name} {...{ group, schema, search, columns }} />
          ) : (
            <SchemaTables key={schema.name} {...{ group, schema, search, columns }} level={1} />
          ),
        )}
    </tbody>
  );
}

const isListed = ({ tables }: IndexedSchema) => tables.length > 0;

interface SourceTitleProps {
  group: TableGroup;
  name: string;
  isOpen: boolean;
  onToggle(): void;
}

function SourceTitle({ group, name, isOpen, onToggle }: SourceTitleProps) {
  const { organizationId = '' } = useParams();
  const deletionText = useDeletionText();
  const { sourceConnectionId, connectionDeleted: deleted, connector } = group;
  const isPlain = deleted !== null || connector === 'views' || connector === 'headwater';
  return (
    <Stack gap={1}>
      <Title name={name} isOpen={isOpen} onToggle={onToggle}>
        {isPlain ? name : <Link to={paths.sourceConnection(organizationId, sourceConnectionId)}>{name}</Link>}
      </Title>
      {deleted && (
        <Kept>
          <Text tone="dim" size={12}>
            {deletionText(deleted)}
          </Text>
          {group.schemas.some(({ tables }) => tables[0]?.can.delete) && (
            <DeleteKeptTables organizationId={organizationId} group={group} />
          )}
        </Kept>
      )}
    </Stack>
  );
}

type SchemaProps = SourcePartProps & { schema: IndexedSchema };

function SchemaPart({ schema, ...props }: SchemaProps) {
  const t = messages.use();
  const [isOpen, setOpen] = useState(isListed(schema));
  const name = schema.name ?? '';
  return (
    <>
      <TablePartRow
        columns={props.columns}
        title={
          <Inner data-level={1}>
            <Title name={name} isOpen={isOpen} onToggle={() => setOpen(!isOpen)}>
              {name}
            </Title>
          </Inner>
        }
        text={<Text tone="muted">{t('list.group', { count: schema.total })}</Text>}
      />
      {isOpen && <SchemaTables {...props} schema={schema} level={2} />}
    </>
  );
}

/** The first tables of a schema, and the others on request. */
function SchemaTables({ group, schema, search, columns, level }: SchemaProps & Pick<TreeTable, 'level'>) {
  const t = messages.use();
  const { organizationId = '' } = useParams();
  const { sourceConnectionId } = group;
  const [isAsked, setAsked] = useState(false);
  const pages = useInfiniteQuery({
    ...tableQueries.indexOfSchema(organizationId, search, { sourceConnectionId, schema: schema.name }),
    enabled: isAsked || !isListed(schema),
  });
  const found = pages.data?.pages.flatMap(({ groups }) => groups[0]?.schemas[0]?.tables ?? []);
  const tables = found ?? (isListed(schema) ? schema.tables : undefined);
  const rows = tables?.map((table): TreeTable => {
    const name = level === 2 ? nameIn(schema, table.tableName) : table.tableName;
    return { ...table, group, name, level };
  });
  return (
    <>
      <TableRows columns={columns} rows={rows} rowKey={({ tableName }) => tableName} />
      {tables && tables.length < schema.total && (
        <TablePartRow
          columns={columns}
          title={
            <Inner data-level={level}>
              <Row>
                <Text tone="muted" size={12}>
                  {t('list.shown', { shown: tables.length, of: schema.total })}
                </Text>
                {found ? (
                  <MoreButton list={pages}>{t('list.more')}</MoreButton>
                ) : (
                  <Button size="small" variant="ghost" busy={pages.isFetching} onClick={() => setAsked(true)}>
                    {t('list.more')}
                  </Button>
                )}
              </Row>
            </Inner>
          }
        />
      )}
    </>
  );
}

interface TitleProps {
  name: string;
  isOpen: boolean;
  onToggle(): void;
  children: ReactNode;
}

function Title({ name, isOpen, onToggle, children }: TitleProps) {
  const t = messages.use();
  return (
    <Row nowrap gap={1}>
      <Toggle
        size="small"
        label={t(isOpen ? 'list.collapse' : 'list.expand', { source: name })}
        aria-expanded={isOpen}
        onClick={onToggle}
      >
        {isOpen ? <IconChevronDown /> : <IconChevronRight />}
      </Toggle>
      <Cut title={name}>{children}</Cut>
    </Row>
  );
}

// An open part is the normal case, and not a button in use.
const Toggle = styled(IconButton)({
  marginLeft: -6,
  '&[aria-expanded="true"]:not(:hover)': { background: 'none', color: 'var(--icon)' },
});

/** A step to the right for each level of the tree: as wide as the button before a part's name. */
export const Inner = styled('div')({
  minWidth: 0,
  '&[data-level="1"]': { paddingLeft: 26 },
  '&[data-level="2"]': { paddingLeft: 52 },
  '@media (max-width: 600px)': { '&[data-level="2"]': { paddingLeft: 40 } },
});
const Kept = styled(Row)({ paddingLeft: 26 });
