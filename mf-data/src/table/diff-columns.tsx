import type { VersionDiff } from '@headwater/shared/contract';
import { useFormat } from '@headwater/shared/messages';
import { InlineCode, Note, Stack } from '@headwater/shared/ui';
import { messages } from '../messages.ts';

/** The columns named at most. The rows show the others. */
const MOST_NAMED = 5;

/** Which columns differ between two versions, and in which the most values have changed. */
export function DiffColumns({ diff: { columns, changed, counted } }: { diff: VersionDiff }) {
  const t = messages.use();
  const { number } = useFormat();
  const differing = columns.filter(({ change }) => change !== null);
  const most = columns.filter(({ changedRows }) => changedRows > 0);
  most.sort((a, b) => b.changedRows - a.changedRows);
  return (
    <Stack gap={2}>
      {differing.map(({ name, change, type, typeBefore }) => (
        <Note key={name}>
          <InlineCode>{name}</InlineCode>{' '}
          {t(`diff.column_${change ?? 'added'}`, { before: typeBefore ?? '', after: type })}
        </Note>
      ))}
      {(differing.length === 0 || most.length > 0) && (
        <Note>
          {differing.length === 0 && t('diff.same_columns')}{' '}
          {most.length > 0 && (counted < changed ? t('diff.most_of', { counted }) : t('diff.most'))}{' '}
          {most.slice(0, MOST_NAMED).map(({ name, changedRows }, at) => (
            <span key={name}>
              {at > 0 && ', '}
              <InlineCode>{name}</InlineCode> {number(changedRows)}
            </span>
          ))}
        </Note>
      )}
    </Stack>
  );
}
