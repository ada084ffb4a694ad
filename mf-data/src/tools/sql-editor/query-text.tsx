import { parametersIn, type SqlCatalogAttributes } from '@headwater/shared/contract';
import { Skeleton, styled } from '@headwater/shared/ui';
import { useMemo, type Ref } from 'react';
import { messages } from '../../messages.ts';
import { codeOf, WithCode } from '@headwater/shared/figures';
import type { CodeEditorHandle } from './code/code-editor.tsx';
import type { Draft } from './draft.ts';
import { placeIn } from './fault.ts';
import { ParameterFields } from './parameter-fields.tsx';

const code = codeOf('sql-code', () => import(/* webpackChunkName: "sql-code" */ './code/code-editor.tsx'));

interface QueryTextProps {
  ref: Ref<CodeEditorHandle>;
  draft: Draft;
  /** What SQL can name, once that is known. */
  catalog: SqlCatalogAttributes | undefined;
  /** Of the last run. Its place is marked. */
  error: unknown;
  onChange(part: Partial<Draft>): void;
  onRun(): void;
  onFormat(): void;
}

/** The text of the query, and the values of its parameters. */
export function QueryText({ ref, draft, catalog, error, onChange, onRun, onFormat }: QueryTextProps) {
  const t = messages.use();
  const { sql, parameters } = draft;
  const names = useMemo(() => parametersIn(sql), [sql]);
  return (
    <>
      <EditorBox>
        <WithCode code={code} thing={t('sql.code_thing')} loading={<Skeleton width="100%" height={240} />}>
          {({ CodeEditor }) => (
            <CodeEditor
              ref={ref}
              label={t('sql.query')}
              initial={sql}
              catalog={catalog}
              fault={placeIn(error)?.position ?? null}
              hint={t('sql.hint')}
              onChange={(text) => onChange({ sql: text })}
              onRun={onRun}
              onFormat={onFormat}
            />
          )}
        </WithCode>
      </EditorBox>
      {names.length > 0 && (
        <ParameterFields
          names={names}
          values={parameters}
          onChange={(name, value) => onChange({ parameters: { ...parameters, [name]: value } })}
        />
      )}
    </>
  );
}

// Its lower edge can be dragged.
const EditorBox = styled('div')({
  height: 272,
  minHeight: 120,
  flex: 'none',
  overflow: 'hidden',
  resize: 'vertical',
});
