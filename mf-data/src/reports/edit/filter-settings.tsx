import {
  CARD_TITLE_MAX,
  isComputed,
  operatorsOf,
  type ReportContent,
  type ReportFilter,
} from '@headwater/shared/contract';
import type { Table } from '@headwater/shared/tables';
import { Button, IconButton, styled, Text } from '@headwater/shared/ui';
import { Combobox } from '@headwater/shared/ui/combobox';
import { IconPlus, IconSettings } from '@headwater/shared/ui/icons';
import { Select, TextInput } from '@headwater/shared/ui/inputs';
import { Popover, PopoverBody } from '@headwater/shared/ui/menu';
import { useState } from 'react';
import { messages } from '../../messages.ts';
import { freeId } from '../add-card.ts';

interface FilterSettingsProps {
  filter: ReportFilter;
  content: ReportContent;
  tables: ReadonlyMap<string, Table>;
  onChange(filter: ReportFilter, about: string | null): void;
  onRemove(): void;
}

/** What a filter is called, and which column of each card it narrows. */
export function FilterSettings({ filter, content, tables, onChange, onRemove }: FilterSettingsProps) {
  const t = messages.use();
  const bind = (card: string, column: string) => {
    const others = filter.bind.filter((one) => one.card !== card);
    onChange({ ...filter, bind: column === '' ? others : [...others, { card, column }] }, null);
  };
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
          {content.cards.filter(isComputed).map((card) => {
            const columns = filterable(tables.get(card.table.id));
            const column = filter.bind.find((one) => one.card === card.id)?.column ?? '';
            return (
              <Select
                key={card.id}
                label={card.title || t('reports.card')}
                value={column}
                options={[
                  { value: '', label: t('reports.filter_unbound') },
                  ...[...new Set([...columns, ...(column === '' ? [] : [column])])].map((name) => ({
                    value: name,
                    label: name,
                  })),
                ]}
                onChange={({ target }) => bind(card.id, target.value)}
              />
            );
          })}
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

const filterable = (table: Table | undefined): string[] =>
  (table?.columns ?? []).filter((column) => operatorsOf(column).length > 0).map(({ name }) => name);

interface AddFilterProps {
  content: ReportContent;
  tables: ReadonlyMap<string, Table>;
  onAdd(filter: ReportFilter): void;
}

/** Adds a filter on a column, for all cards of the same table and for others that have a column of this name. */
export function AddFilter({ content, tables, onAdd }: AddFilterProps) {
  const t = messages.use();
  const cards = content.cards.filter(isComputed);
  const names = [...new Set(cards.flatMap(({ table }) => filterable(tables.get(table.id))))];
  const add = (column: string) =>
    onAdd({
      ...{ id: freeId(content), label: column.slice(0, CARD_TITLE_MAX), default: null },
      bind: cards
        .filter(({ table }) => filterable(tables.get(table.id)).includes(column))
        .map(({ id }) => ({ card: id, column })),
    });
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
          names={names}
          onChoose={(column) => {
            close();
            add(column);
          }}
        />
      )}
    </Popover>
  );
}

function NewFilter({ names, onChoose }: { names: readonly string[]; onChoose(column: string): void }) {
  const t = messages.use();
  const [column, setColumn] = useState(names[0] ?? '');
  if (names.length === 0)
    return (
      <PopoverBody>
        <Text tone="muted">{t('reports.filter_no_columns')}</Text>
      </PopoverBody>
    );
  return (
    <PopoverBody>
      <Combobox
        label={t('filter.column')}
        autoFocus
        value={column}
        options={names.map((name) => ({ value: name, label: name }))}
        onChange={setColumn}
      />
      <Button variant="primary" size="small" onClick={() => onChoose(column)}>
        {t('reports.filter_create')}
      </Button>
    </PopoverBody>
  );
}

const Scrolled = styled(PopoverBody)({ maxHeight: 420, overflow: 'auto' });
