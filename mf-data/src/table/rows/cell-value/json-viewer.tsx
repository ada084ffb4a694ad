import { CopyButton, Row, Spacer, styled } from '@headwater/shared/ui';
import { Drawer } from '@headwater/shared/ui/menu';
import { WholeValue, type WholeValueProps } from '@headwater/shared/ui/table';
import { Chips, FilterChip } from '@headwater/shared/ui/workspace';
import { useMemo, useState } from 'react';
import { messages } from '../../../messages.ts';
import { indentedJson, readJson } from './read-json.ts';
import { JsonTree } from './json-tree.tsx';

interface JsonViewerProps extends WholeValueProps {
  value: string;
}

/** A cell's JSON at the page's edge, as a tree or as text. What isn't complete JSON is shown as it is. */
export function JsonViewer(props: JsonViewerProps) {
  const t = messages.use();
  const { column, row, value, onClose } = props;
  const tree = useMemo(() => readJson(value), [value]);
  const [isText, setText] = useState(false);
  if (tree === null || column === null) return <WholeValue {...props} />;
  return (
    <Drawer open title={t('json.title', { column: column.name, row })} onClose={onClose}>
      <Row nowrap gap={2}>
        <Chips>
          <FilterChip pressed={!isText} onClick={() => setText(false)}>
            {t('json.tree')}
          </FilterChip>
          <FilterChip pressed={isText} onClick={() => setText(true)}>
            {t('json.text')}
          </FilterChip>
        </Chips>
        <Spacer />
        <CopyButton text={value} label={t('json.copy')} />
      </Row>
      <Frame>{isText ? <pre>{indentedJson(tree)}</pre> : <JsonTree value={tree} />}</Frame>
    </Drawer>
  );
}

const Frame = styled('div')({
  minWidth: 0,
  overflow: 'auto',
  padding: 12,
  border: 'var(--hair)',
  borderRadius: 'var(--radius)',
  background: 'var(--surface-2)',
  font: 'var(--size-13)/1.6 var(--font-mono)',
  '& pre': { margin: 0, font: 'inherit', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
});
