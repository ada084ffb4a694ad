import {
  MASKS,
  type CatalogStream,
  type Column,
  type Mask,
  type StreamPreview,
  type StreamSettingsAttributes,
  ownValue,
} from '@headwater/shared/contract';
import { useQuery } from '@headwater/shared/query';
import { CompactSelect, Cut, CutMiddle, QueryBoundary, Skeleton, styled, Text } from '@headwater/shared/ui';
import { IconKey } from '@headwater/shared/ui/icons';
import { KindIcon } from '@headwater/shared/ui/table';
import { catalogQueries } from '../catalog.queries.ts';
import { ColumnFigures } from './column-figures.tsx';
import type { FieldError } from '../field-errors.ts';
import { messages } from '../messages.ts';
import { useWorkspace } from '../workspace.ts';
import type { StreamSettingsForm } from './stream-settings-form.ts';

const ROW_HEIGHT = 44;
const FIGURES_HEIGHT = 24;
/** More placeholders would be out of sight. */
const MAX_PLACEHOLDERS = 20;

export interface StreamColumnsProps {
  sourceConnectionId: string;
  stream: CatalogStream;
  /** How columns are masked, once that is known. */
  masking?: Masking;
  /** The first rows of the table, if the source may be asked. */
  preview?: StreamPreview | null | undefined;
}

interface Masking {
  form: StreamSettingsForm;
  saved: StreamSettingsAttributes;
  errorOf: FieldError;
  disabled: boolean;
}

/** A number that the source doesn't bound is read as text first, and then gets a DECIMAL as wide as its values. */
const typeOf = (kind: Column['kind'], type: string) =>
  kind === 'number' && type === 'VARCHAR' ? 'DECIMAL' : type;

/** The columns of one table with their types, and what is copied of each. While they are loading, the list already has its final height. */
export function StreamColumns({
  sourceConnectionId,
  stream: { tableName, columnCount, primaryKey },
  masking,
  preview,
}: StreamColumnsProps) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const query = useQuery(catalogQueries.columns(organizationId, sourceConnectionId, tableName));
  const placeholders = Array.from({ length: Math.min(columnCount, MAX_PLACEHOLDERS) }, (_, at) => at);
  const loading = (
    <Columns as="div" style={{ height: columnCount * ROW_HEIGHT }}>
      {placeholders.map((at) => (
        <div key={at}>
          <Skeleton width={14} height={14} />
          <Skeleton width={`${40 + ((at * 23) % 40)}%`} />
          <Skeleton width={72} />
        </div>
      ))}
    </Columns>
  );
  return (
    <QueryBoundary query={query} thing={t('columns.thing')} loading={loading}>
      {(columns) => (
        <Columns data-figures={preview !== undefined || undefined}>
          {columns.map(({ name, kind, type, sourceType, nullable, waits, comment }) => (
            <li key={name}>
              {primaryKey.includes(name) ? (
                <IconKey size={14} label={t('tables.col_key')} />
              ) : (
                <KindIcon kind={kind} />
              )}
              <span>
                <CutMiddle>{name}</CutMiddle>
                <small>{t(nullable ? 'tables.may_be_null' : 'tables.not_null')}</small>
                {comment !== null && (
                  <Cut as="small" title={comment}>
                    {comment}
                  </Cut>
                )}
                {waits && <small data-waits>{t('tables.change_waits')}</small>}
                {masking && <MaskError name={name} masking={masking} />}
              </span>
              <span>
                <Cut title={`${t('tables.type')}: ${typeOf(kind, type)}`}>{typeOf(kind, type)}</Cut>
                <Cut as="small" title={`${t('tables.source_type')}: ${sourceType}`}>
                  {sourceType}
                </Cut>
              </span>
              {masking && <MaskSelect name={name} masking={masking} />}
              {preview && <ColumnFigures preview={preview} column={name} />}
            </li>
          ))}
        </Columns>
      )}
    </QueryBoundary>
  );
}

const MASK_WIDTH = 104;

/** What is copied of a column. The key and the cursor are needed as they are. */
function MaskSelect({ name, masking: { form, saved, disabled } }: { name: string; masking: Masking }) {
  const t = messages.use();
  const { masks, primaryKey, cursorColumn } = form.settings;
  const mask = ownValue(masks, name);
  const isNeeded = [...(primaryKey ?? saved.suggestion.primaryKey), cursorColumn].includes(name);
  if (disabled || (isNeeded && !mask)) return <Fixed>{t(mask ? `mask.${mask}` : 'mask.keep')}</Fixed>;
  const choose = (value: string) => {
    const { [name]: _, ...others } = masks;
    form.change({ masks: value === 'keep' ? others : { ...others, [name]: value as Mask } });
  };
  return (
    <CompactSelect
      label={t('mask.of', { column: name })}
      value={mask ?? 'keep'}
      options={(['keep', ...MASKS] as const).map((value) => ({ value, label: t(`mask.${value}`) }))}
      onChange={choose}
      width={MASK_WIDTH}
    />
  );
}

function MaskError({ name, masking: { errorOf } }: { name: string; masking: Masking }) {
  const error = errorOf(`masks/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  return error ? (
    <Text tone="bad" size={12}>
      {error}
    </Text>
  ) : null;
}

const Fixed = styled('span')({
  width: MASK_WIDTH,
  paddingLeft: 10,
  color: 'var(--text-3)',
  fontFamily: 'var(--font-sans)',
});
const Columns = styled('ul')({
  '& > *': {
    display: 'grid',
    gridTemplateColumns: '16px minmax(0, 1fr) minmax(0, auto) auto',
    gap: 8,
    alignItems: 'center',
    minHeight: ROW_HEIGHT,
    borderBottom: 'var(--hair)',
    fontSize: 12.5,
    fontFamily: 'var(--font-mono)',
  },
  // The room of figures that arrive later.
  '&[data-figures] > li': { minHeight: ROW_HEIGHT + FIGURES_HEIGHT, alignContent: 'start', paddingBlock: 5 },
  '& > li > .hw-icon': { color: 'var(--icon)' },
  '& > li > span:has(> small)': { display: 'grid', minWidth: 0, lineHeight: 1.4 },
  '& select': { fontFamily: 'var(--font-sans)' },
  '& > li > span + span:has(> small)': {
    justifyItems: 'end',
    maxWidth: 'min(130px, 40vw)',
    '& > *': { maxWidth: '100%' },
  },
  '& small': { color: 'var(--text-3)', fontSize: 'var(--size-12)', fontFamily: 'var(--font-sans)' },
  '& small[data-waits]': { color: 'var(--warn-text)' },
});
