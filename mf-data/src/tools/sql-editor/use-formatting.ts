import { useErrorText } from '@headwater/shared/messages';
import { useQueryClient } from '@headwater/shared/query';
import { toast } from '@headwater/shared/ui';
import type { RefObject } from 'react';
import { messages } from '../../messages.ts';
import { codeOf } from '@headwater/shared/figures';
import type { CodeEditorHandle } from './code/code-editor.tsx';

const code = codeOf('sql-format', () => import(/* webpackChunkName: "sql-format" */ './code/format-sql.ts'));

/** Returns what gives the text of an editor its lines. The formatter is only fetched by whoever uses it. */
export function useFormatting(editor: RefObject<CodeEditorHandle | null>): () => void {
  const t = messages.use();
  const errorText = useErrorText();
  const client = useQueryClient();
  return () =>
    void client.fetchQuery(code).then(
      ({ formatSql }) => editor.current?.respace(formatSql) === false && toast.error(t('sql.not_formatted')),
      (error: unknown) => toast.error(errorText(error)),
    );
}
