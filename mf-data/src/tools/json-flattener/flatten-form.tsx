import {
  FLATTENED_FIELDS_MAX,
  FLATTENED_TYPES,
  type FlattenConfig,
  type JsonPart,
  type JsonStructure,
} from '@headwater/shared/contract';
import { useFormat } from '@headwater/shared/messages';
import { useQuery, useQueryClient } from '@headwater/shared/query';
import type { Table } from '@headwater/shared/tables';
import {
  Button,
  Note,
  QueryBoundary,
  Skeleton,
  Stack,
  styled,
  Text,
  VisuallyHidden,
} from '@headwater/shared/ui';
import { Checkbox, Select, TextInput } from '@headwater/shared/ui/inputs';
import { useEffect, useRef } from 'react';
import { messages } from '../../messages.ts';
import { TableChoice, useTableById } from '../frame/table-choice.tsx';
import { fieldOf, isAt, isSamePath, keptOf, namesIn, partsFor, withParts } from './flatten-config.ts';
import { jsonStructure } from './json.queries.ts';

interface FlattenFormProps {
  organizationId: string;
  config: FlattenConfig;
  onChange(config: FlattenConfig): void;
}

const isReadable = ({ type, kind }: Table['columns'][number]) => kind === 'json' || type === 'VARCHAR';

/** Which column of JSON, which of its paths become columns, and which array becomes rows. */
export function FlattenForm({ organizationId, config, onChange }: FlattenFormProps) {
  const t = messages.use();
  const client = useQueryClient();
  const latest = useRef(config);
  useEffect(() => {
    latest.current = config;
  }, [config]);
  const table = useTableById(organizationId, config.tableId);
  const chooseColumn = async (of: Table, column: string) => {
    onChange({ ...config, tableId: of.id, column, keep: keptOf(of, column), items: null, fields: [] });
    const found = await client.fetchQuery(jsonStructure(organizationId, of.id, column)).catch(() => null);
    const now = latest.current;
    if (found && now.tableId === of.id && now.column === column && now.fields.length === 0)
      onChange(withParts(now, found.parts));
  };
  const chooseTable = (chosen: Table) => {
    const json = chosen.columns.find(({ kind }) => kind === 'json');
    if (json) void chooseColumn(chosen, json.name);
    else onChange({ tableId: chosen.id, column: '', keep: [], items: null, fields: [] });
  };
  const readable = table?.columns.filter(isReadable) ?? [];
  return (
    <Stack gap={4}>
      <TableChoice
        organizationId={organizationId}
        label={t('tool.table')}
        value={config.tableId}
        onChange={chooseTable}
      />
      {table && readable.length === 0 && <Text tone="dim">{t('flatten.no_json')}</Text>}
      {table && readable.length > 0 && (
        <Select
          label={t('flatten.column')}
          value={config.column}
          options={[
            ...(config.column === '' ? [{ value: '', label: t('flatten.choose_column') }] : []),
            ...readable.map(({ name }) => ({ value: name, label: name })),
          ]}
          onChange={({ target }) => void chooseColumn(table, target.value)}
        />
      )}
      {table && config.column !== '' && (
        <Parts {...{ organizationId, config, onChange }} table={table} key={`${table.id} ${config.column}`} />
      )}
    </Stack>
  );
}

function Parts({ organizationId, config, table, onChange }: FlattenFormProps & { table: Table }) {
  const t = messages.use();
  const structure = useQuery(jsonStructure(organizationId, config.tableId, config.column));
  return (
    <>
      <QueryBoundary
        query={structure}
        thing={t('flatten.structure')}
        loading={<Skeleton width="100%" height={240} />}
      >
        {(found) => (
          <Stack gap={4}>
            <ItemsChoice config={config} found={found} onChange={onChange} />
            <Fields config={config} found={found} onChange={onChange} />
          </Stack>
        )}
      </QueryBoundary>
      <Choices>
        <legend>{t('flatten.keep')}</legend>
        <ul>
          {table.columns
            .filter(({ name }) => name !== config.column)
            .map(({ name }) => (
              <li key={name}>
                <Checkbox
                  label={name}
                  checked={config.keep.includes(name)}
                  onChange={({ target }) =>
                    onChange({
                      ...config,
                      // In the order of the table.
                      keep: table.columns
                        .map((column) => column.name)
                        .filter((one) => (one === name ? target.checked : config.keep.includes(one))),
                    })
                  }
                />
              </li>
            ))}
        </ul>
      </Choices>
    </>
  );
}

interface PartsProps extends Omit<FlattenFormProps, 'organizationId'> {
  found: JsonStructure;
}

const shownPath = (path: readonly string[]) => (path.length === 0 ? '$' : path.join('.'));

/** Whether the items of an array become rows. */
function ItemsChoice({ config, found, onChange }: PartsProps) {
  const t = messages.use();
  const { items } = config;
  const arrays = found.parts.filter(({ array, types }) => array === null && (types.array ?? 0) > 0);
  const isKnown = items === null || arrays.some(({ path }) => isSamePath(path, items.path));
  const paths = [...arrays.map(({ path }) => path), ...(isKnown ? [] : [items.path])];
  if (paths.length === 0) return null;
  const choose = (at: number) => {
    const path = paths[at];
    const fields = config.fields.filter(({ inItem }) => !inItem);
    if (!path) return onChange({ ...config, items: null, fields });
    const next = { ...config, fields: fields.filter((field) => !isSamePath(field.path, path)) };
    const taken = namesIn({ ...next, items: null }).map((name) => name.toLowerCase());
    let position = 'position';
    for (let number = 2; taken.includes(position); number += 1) position = `position_${number}`;
    onChange(
      withParts({ ...next, items: { path, position, keepEmpty: items?.keepEmpty ?? false } }, found.parts),
    );
  };
  return (
    <Stack gap={2}>
      <Select
        label={t('flatten.rows_of')}
        value={items ? String(paths.findIndex((path) => isSamePath(path, items.path))) : ''}
        options={[
          { value: '', label: t('flatten.no_items') },
          ...paths.map((path, at) => ({
            value: String(at),
            label: t('flatten.items_of', { path: shownPath(path) }),
          })),
        ]}
        onChange={({ target }) => choose(target.value === '' ? -1 : Number(target.value))}
      />
      {items && (
        <>
          <Checkbox
            label={t('flatten.position')}
            checked={items.position !== null}
            onChange={({ target }) =>
              onChange({ ...config, items: { ...items, position: target.checked ? 'position' : null } })
            }
          />
          <Checkbox
            label={t('flatten.keep_empty')}
            checked={items.keepEmpty}
            onChange={({ target }) => onChange({ ...config, items: { ...items, keepEmpty: target.checked } })}
          />
        </>
      )}
    </Stack>
  );
}

/** The paths that were seen, and those that are chosen and weren't. */
function Fields({ config, found, onChange }: PartsProps) {
  const t = messages.use();
  const { fields } = config;
  const parts = partsFor(config, found.parts);
  const unseen = fields.filter((field) => !parts.some((part) => isAt(field, part)));
  const put = (next: FlattenConfig['fields']) => onChange({ ...config, fields: next });
  return (
    <Choices>
      <legend>{t('flatten.fields')}</legend>
      <p>{t('flatten.seen', { rows: found.rows })}</p>
      {found.malformed > 0 && <Note>{t('flatten.malformed', { count: found.malformed })}</Note>}
      {found.isCut && <Note>{t('flatten.cut')}</Note>}
      {parts.length === 0 && unseen.length === 0 ? (
        <Text tone="dim">{t('flatten.nothing_found')}</Text>
      ) : (
        <ul>
          {parts.map((part) => (
            <Part
              key={JSON.stringify([part.array, part.path])}
              part={part}
              field={fields.find((field) => isAt(field, part))}
              isFull={fields.length >= FLATTENED_FIELDS_MAX}
              onChange={(next) => {
                const at = fields.findIndex((field) => isAt(field, part));
                if (next === null) put(fields.filter((_, other) => other !== at));
                else if (at < 0) put([...fields, fieldOf(part, namesIn(config))]);
                else put(fields.map((field, other) => (other === at ? next : field)));
              }}
            />
          ))}
          {unseen.map((field) => (
            <li key={JSON.stringify([field.inItem, field.path])}>
              <Checkbox
                label={t('flatten.unseen', { path: shownPath(field.path) })}
                checked
                onChange={() => put(fields.filter((other) => other !== field))}
              />
            </li>
          ))}
        </ul>
      )}
      {parts.length > 1 && (
        <Button size="small" onClick={() => onChange(withParts(config, found.parts))}>
          {t('flatten.take_all')}
        </Button>
      )}
    </Choices>
  );
}

interface PartProps {
  part: JsonPart;
  field: FlattenConfig['fields'][number] | undefined;
  isFull: boolean;
  /** Null to leave it out. */
  onChange(field: FlattenConfig['fields'][number] | null): void;
}

function Part({ part, field, isFull, onChange }: PartProps) {
  const t = messages.use();
  const { percent } = useFormat();
  const path = `${part.array ? t('flatten.in_item') : ''}${shownPath(part.path)}`;
  const types = Object.keys(part.types)
    .map((type) => t(`flatten.json.${type as keyof JsonPart['types']}`))
    .join(', ');
  const share = part.values === 0 ? 0 : part.found / part.values;
  return (
    <li>
      <Checkbox
        label={path}
        hint={`${types} · ${t('flatten.share', { share: percent(share) })}${part.example === null ? '' : ` · ${part.example}`}`}
        checked={field !== undefined}
        disabled={!field && isFull}
        onChange={({ target }) => onChange(target.checked ? fieldOf(part, []) : null)}
      />
      {field && (
        <Chosen>
          <Name
            label={<VisuallyHidden>{t('join.name_of', { column: path })}</VisuallyHidden>}
            value={field.as}
            error={field.as === '' ? t('join.name_missing') : undefined}
            onChange={({ target }) => onChange({ ...field, as: target.value })}
          />
          <Type
            label={<VisuallyHidden>{t('flatten.type_of', { column: path })}</VisuallyHidden>}
            value={field.type}
            options={FLATTENED_TYPES.map((type) => ({ value: type, label: t(`flatten.type.${type}`) }))}
            onChange={({ target }) =>
              onChange({ ...field, type: FLATTENED_TYPES.find((type) => type === target.value)! })
            }
          />
        </Chosen>
      )}
    </li>
  );
}

/** Their labels are only read aloud, and take no room. */
const unlabeled = { gap: 0, '& > div:first-of-type': { display: 'contents' } } as const;
const Name = styled(TextInput)(unlabeled);
const Type = styled(Select)(unlabeled);
const Chosen = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 3fr) minmax(0, 2fr)',
  gap: 8,
  paddingLeft: 26,
});
const Choices = styled('fieldset')({
  display: 'grid',
  gap: 8,
  justifyItems: 'start',
  margin: 0,
  padding: 0,
  border: 0,
  minWidth: 0,
  '& > legend': { padding: 0, marginBottom: 4, fontWeight: 'var(--weight-medium)' },
  '& > p': { margin: 0, fontSize: 'var(--size-12)', color: 'var(--text-2)' },
  '& > ul': {
    listStyle: 'none',
    display: 'grid',
    justifySelf: 'stretch',
    gap: 12,
    margin: 0,
    maxHeight: 420,
    // What is hidden in it, such as labels, must not make the page longer.
    position: 'relative',
    overflowY: 'auto',
    padding: 12,
    border: '1px solid var(--line-2)',
    borderRadius: 'var(--radius)',
    overflowWrap: 'anywhere',
  },
  '& li': { display: 'grid', gap: 6, minWidth: 0 },
});
