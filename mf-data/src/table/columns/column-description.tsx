import { COLUMN_DESCRIPTION_MAX, saidOfColumns, type Said } from '@headwater/shared/contract';
import { useErrorText } from '@headwater/shared/messages';
import type { Table, TableAddress } from '@headwater/shared/tables';
import { Button, Row, Stack, Text } from '@headwater/shared/ui';
import { TextArea } from '@headwater/shared/ui/inputs';
import { useState, type FormEvent } from 'react';
import { messages } from '../../messages.ts';
import { SaidBy } from '../describe/said-by.tsx';
import { isConflict, useDescribe } from '../describe/describe.queries.ts';

interface ColumnDescriptionProps {
  address: TableAddress;
  table: Table;
  column: string;
}

/** What is said about a column, which editors can change in place. */
export function ColumnDescription({ address, table, column }: ColumnDescriptionProps) {
  const t = messages.use();
  const [isEdited, setEdited] = useState(false);
  const said = saidOf(table, column);
  const own = said?.by === 'people' ? said.text : '';
  if (isEdited) return <Edit {...{ address, table, column }} initial={own} onDone={() => setEdited(false)} />;
  if (!said && !table.can.describe) return null;
  return (
    <Row gap={2}>
      {said && (
        <Text size={13} style={{ whiteSpace: 'pre-wrap' }}>
          {said.text} <SaidBy by={said.by} />
        </Text>
      )}
      {table.can.describe && (
        <Button size="small" variant="ghost" onClick={() => setEdited(true)}>
          {t(own === '' ? 'about.column_add' : 'about.column_edit')}
        </Button>
      )}
    </Row>
  );
}

interface EditProps extends ColumnDescriptionProps {
  initial: string;
  onDone(): void;
}

function Edit({ address, table, column, initial, onDone }: EditProps) {
  const t = messages.use();
  const errorText = useErrorText();
  const [text, setText] = useState(initial);
  const save = useDescribe(address, table);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ columns: [{ name: column, description: text }] }, { onSuccess: onDone });
  };
  const error = save.error && (isConflict(save.error) ? t('about.conflict') : errorText(save.error));
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={2}>
        <TextArea
          label={t('about.description')}
          value={text}
          rows={3}
          maxLength={COLUMN_DESCRIPTION_MAX}
          autoFocus
          error={error ?? undefined}
          onChange={({ target }) => setText(target.value)}
        />
        <Row gap={2} justify="end">
          <Button size="small" variant="ghost" onClick={onDone}>
            {t('about.cancel')}
          </Button>
          <Button size="small" type="submit" variant="primary" busy={save.isPending}>
            {t('about.save')}
          </Button>
        </Row>
      </Stack>
    </form>
  );
}

/** What people, or else the source, say about a column. */
export const saidOf = ({ about }: Table, column: string): Said | undefined =>
  saidOfColumns(about).get(column);
