import type { TableAddress } from '@headwater/shared/tables';
import { Button, Row, styled, Text, toast } from '@headwater/shared/ui';
import { messages } from '../../messages.ts';
import type { RowPage } from '@headwater/shared/figures';
import { asInsert, asJson, asTsv } from './rows-as-text.ts';

interface CopyPageProps {
  address: TableAddress;
  page: RowPage;
  onDone(): void;
}

/** Copies the rows on the page, unless one of their values isn't there as a whole. */
export function CopyPage({ address, page: { columns, rows, cut }, onDone }: CopyPageProps) {
  const t = messages.use();
  const copy = async (text: string) => {
    await navigator.clipboard.writeText(text);
    onDone();
    toast.success(t('copy.done', { count: rows.length }));
  };
  return (
    <Part>
      <Text tone="dim" size={12}>
        {cut.length > 0 ? t('copy.too_long') : t('copy.page', { count: rows.length })}
      </Text>
      {cut.length === 0 && (
        <Row gap={1}>
          <Button size="small" onClick={() => void copy(asTsv(columns, rows))}>
            {t('copy.tsv')}
          </Button>
          <Button size="small" onClick={() => void copy(asJson(columns, rows))}>
            {t('copy.json')}
          </Button>
          <Button size="small" onClick={() => void copy(asInsert(address.tableName, columns, rows))}>
            {t('copy.sql')}
          </Button>
        </Row>
      )}
    </Part>
  );
}

const Part = styled('div')({ display: 'grid', gap: 6, padding: '10px 12px', borderTop: 'var(--hair)' });
