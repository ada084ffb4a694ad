import {
  CARD_TITLE_MAX,
  FILTER_OFFERS_MAX,
  isColumnBinding,
  isComputed,
  operatorsOf,
  parametersIn,
  setsParameters,
  type ComputedCard,
  type FilterBinding,
  type ReportContent,
  type ReportFilter,
} from '@headwater/shared/contract';
import { readValues, writeValues } from '@headwater/shared/messages';
import { useQuery } from '@headwater/shared/query';
import type { Table } from '@headwater/shared/tables';
import { Button, IconButton, styled, Text } from '@headwater/shared/ui';
import { Combobox } from '@headwater/shared/ui/combobox';
import { IconPlus, IconSettings } from '@headwater/shared/ui/icons';
import { Select, TextInput } from '@headwater/shared/ui/inputs';
import { Popover, PopoverBody } from '@headwater/shared/ui/menu';
import { useState } from 'react';
import { messages } from '../../messages.ts';
import { freeId, sqlViewQueries } from '@headwater/shared/figures';
import { useView } from '../use-view.ts';

interface FilterSettingsProps {
  organizationId: string;
  filter: ReportFilter;
  content: ReportContent;
  tables: ReadonlyMap<string, Table>;
  onChange(filter: ReportFilter, about: string | null): void;
  onRemove(): void;
}

/** What a filter is called, and which column or parameter of each card it is about. */
export function FilterSettings({
  organizationId,
  filter,
  content,
  tables,
  onChange,
  onRemove,
}: FilterSettingsProps) {
  const t = messages.use();
  return (
    <Popover
      label={t('reports.filter_settings', { filter: filter.label })}
      trigger={(wiring) => (
        <IconButton size="small" label={t('reports.filter_settings', { filter: filter.label })} {...wiring}>
          <IconSettings />
        </IconButton>
      )}
    >
      {(close) => (
        <Scrolled>
          <TextInput
            label={t('reports.filter_label')}
            value={filter.label}
            maxLength={CARD_TITLE_MAX}
            error={filter.label.trim() === '' ? t('reports.filter_label_missing') : undefined}
            onChange={({ target }) =>
              onChange({ ...filter, label: target.value.trimStart() }, `filter ${filter.id}`)
            }
          />
          {content.cards.filter(isComputed).map((card) => (
            <BindingSelect
              key={card.id}
              {...{ organizationId, card, filter }}
              table={tables.get(card.table.id)}
              onChange={(binding) => {
                const others = filter.bind.filter((one) => one.card !== card.id);
                onChange({ ...filter, bind: binding ? [...others, binding] : others }, null);
              }}
            />
          ))}
          {setsParameters(filter) && <OfferedValues filter={filter} onChange={onChange} />}
          <Button
            size="small"
            onClick={() => {
              close();
              onRemove();
            }}
          >
            {t('reports.filter_remove', { filter: filter.label })}
          </Button>
        </Scrolled>
      )}
    </Popover>
  );
}

interface BindingSelectProps {
  organizationId: string;
  card: ComputedCard;
  filter: ReportFilter;
  table: Table | undefined;
  onChange(binding: FilterBinding | null): void;
}

const UNBOUND = '';
const writtenBinding = (one: FilterBinding) =>
  isColumnBinding(one) ? `column ${one.column}` : `parameter ${one.parameter}`;

/** What a filter narrows a card by: a column of its table, or a parameter of its saved query. */
function BindingSelect({ organizationId, card, filter, table, onChange }: BindingSelectProps) {
  const t = messages.use();
  const view = useView(organizationId, table);
  const own = filter.bind.find((one) => one.card === card.id);
  const offered: FilterBinding[] = [
    ...filterable(table).map((column) => ({ card: card.id, column })),
    ...(view ? parametersIn(view.sql) : []).map((parameter) => ({ card: card.id, parameter })),
  ];
  const all = new Map([...offered, ...(own ? [own] : [])].map((one) => [writtenBinding(one), one]));
  return (
    <Select
      label={card.title || t('reports.card')}
      value={own ? writtenBinding(own) : UNBOUND}
      options={[
        { value: UNBOUND, label: t('reports.filter_unbound') },
        ...[...all].map(([value, one]) => ({
          value,
          label: isColumnBinding(one) ? one.column : t('parameter.named', { name: one.parameter }),
        })),
      ]}
      onChange={({ target }) => onChange(all.get(target.value) ?? null)}
    />
  );
}

/** What people can choose, and all that whoever has only a link can. */
function OfferedValues({ filter, onChange }: Pick<FilterSettingsProps, 'filter' | 'onChange'>) {
  const t = messages.use();
  const [text, setText] = useState(() => writeValues(filter.offers ?? []));
  const { offers: _former, ...plain } = filter;
  return (
    <TextInput
      label={t('parameter.offers')}
      hint={t('parameter.offers_hint')}
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        const offers = [...new Set(readValues(target.value))]
          .filter((one) => one !== '' && one.length <= 1_000)
          .slice(0, FILTER_OFFERS_MAX);
        onChange(offers.length > 0 ? { ...plain, offers } : plain, `offers ${filter.id}`);
      }}
    />
  );
}

const filterable = (table: Table | undefined): string[] =>
  (table?.columns ?? []).filter((column) => operatorsOf(column).length > 0).map(({ name }) => name);

interface AddFilterProps {
  organizationId: string;
  content: ReportContent;
  tables: ReadonlyMap<string, Table>;
  onAdd(filter: ReportFilter): void;
}

/**
 * Adds a filter on a column, for all cards of the same table and for others that have a column of this name, or on a
 * parameter, for all cards whose query has it.
 */
export function AddFilter({ organizationId, content, tables, onAdd }: AddFilterProps) {
  const t = messages.use();
  const cards = content.cards.filter(isComputed);
  const isOfView = cards.some(({ table }) => tables.get(table.id)?.selection === 'view');
  const { data: views = [] } = useQuery({ ...sqlViewQueries.list(organizationId), enabled: isOfView });
  const queries = new Map(views.map(({ id, sql }) => [id, sql]));
  const bindings = cards.flatMap(({ id: card, table }): FilterBinding[] => [
    ...filterable(tables.get(table.id)).map((column) => ({ card, column })),
    ...parametersIn(queries.get(table.id) ?? '').map((parameter) => ({ card, parameter })),
  ]);
  const found = new Map<string, FilterBinding[]>();
  for (const one of bindings) {
    const key = writtenBinding(one);
    found.set(key, [...(found.get(key) ?? []), one]);
  }
  const add = (chosen: string) => {
    const bind = found.get(chosen) ?? [];
    const [first] = bind;
    if (!first) return;
    const label = isColumnBinding(first) ? first.column : first.parameter;
    onAdd({ id: freeId(content), label: label.slice(0, CARD_TITLE_MAX), default: null, bind });
  };
  return (
    <Popover
      label={t('reports.filter_new')}
      trigger={(wiring) => (
        <Button size="small" variant="ghost" icon={<IconPlus />} {...wiring}>
          {t('filter.add')}
        </Button>
      )}
    >
      {(close) => (
        <NewFilter
          options={[...found].map(([value, [one]]) => ({
            value,
            label: isColumnBinding(one!) ? one.column : t('parameter.named', { name: one!.parameter }),
          }))}
          onChoose={(chosen) => {
            close();
            add(chosen);
          }}
        />
      )}
    </Popover>
  );
}

interface NewFilterProps {
  options: readonly { value: string; label: string }[];
  onChoose(value: string): void;
}

function NewFilter({ options, onChoose }: NewFilterProps) {
  const t = messages.use();
  const [chosen, setChosen] = useState(options[0]?.value ?? '');
  if (options.length === 0)
    return (
      <PopoverBody>
        <Text tone="muted">{t('reports.filter_no_columns')}</Text>
      </PopoverBody>
    );
  return (
    <PopoverBody>
      <Combobox
        label={t('reports.filter_by')}
        autoFocus
        value={chosen}
        options={options}
        onChange={setChosen}
      />
      <Button variant="primary" size="small" onClick={() => onChoose(chosen)}>
        {t('reports.filter_create')}
      </Button>
    </PopoverBody>
  );
}

const Scrolled = styled(PopoverBody)({ maxHeight: 420, overflow: 'auto' });
