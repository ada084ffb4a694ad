import type { IndexedTable, TableMatch } from '@headwater/shared/contract';
import { Cut, Row, styled } from '@headwater/shared/ui';
import { Tag } from '@headwater/shared/ui/workspace';
import { messages } from '../messages.ts';

/** Returns whether anything is said about a table. */
export const hasWords = ({ description, tags, matches }: IndexedTable): boolean =>
  description !== '' || tags.length > 0 || matches.some(({ in: where }) => where !== 'tag');

/** What people say about a table, and where a search has found it. */
export function TableWords({ table }: { table: IndexedTable }) {
  const t = messages.use();
  const { description, describedBy, tags, matches } = table;
  const found = matches.filter(({ in: where }) => where !== 'tag');
  // The line shows the part of the description that was found.
  const isQuoted = found.some(({ in: where }) => where === 'description' || where === 'comment');
  if (!hasWords(table)) return null;
  return (
    <Words>
      {((description !== '' && !isQuoted) || tags.length > 0) && (
        <Row nowrap>
          {!isQuoted && description !== '' && (
            <Cut title={description}>
              {describedBy === 'source' ? t('about.of_source', { text: description }) : description}
            </Cut>
          )}
          {tags.map((tag) => (
            <Tag
              key={tag}
              tone={matches.some((one) => one.in === 'tag' && one.text === tag) ? 'accent' : undefined}
            >
              {tag}
            </Tag>
          ))}
        </Row>
      )}
      {found.map((match) => {
        const text = wordsFor(match, t);
        return (
          <Cut key={`${match.in} ${match.column ?? ''}`} title={text}>
            {text}
          </Cut>
        );
      })}
    </Words>
  );
}

function wordsFor({ in: where, column, text }: TableMatch, t: ReturnType<typeof messages.use>): string {
  switch (where) {
    case 'column':
      return t('list.found_column', { column: column ?? text });
    case 'column_description':
      return t('list.found_column_description', { column: column ?? '', text });
    case 'column_comment':
      return t('list.found_column_comment', { column: column ?? '', text });
    case 'comment':
      return t('list.found_comment', { text });
    default:
      return t('list.found_description', { text });
  }
}

const Words = styled('span')({
  display: 'grid',
  gap: 2,
  fontSize: 'var(--size-12)',
  fontWeight: 'var(--weight-text)',
  color: 'var(--text-2)',
});
