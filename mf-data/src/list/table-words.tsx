import type { IndexedTable, TableMatch } from '@headwater/shared/contract';
import { Cut, styled } from '@headwater/shared/ui';
import { Tag } from '@headwater/shared/ui/workspace';
import { messages } from '../messages.ts';

/** What people say about a table, and where a search has found it. */
export function TableWords({ table: { description, tags, matches } }: { table: IndexedTable }) {
  const t = messages.use();
  const found = matches.filter(({ in: where }) => where !== 'tag');
  // The line shows the part of the description that was found.
  const isQuoted = found.some(({ in: where }) => where === 'description');
  if (tags.length === 0 && description === '' && found.length === 0) return null;
  return (
    <Words>
      {description !== '' && !isQuoted && <Cut title={description}>{description}</Cut>}
      {tags.length > 0 && (
        <span>
          {tags.map((tag) => (
            <Tag
              key={tag}
              tone={matches.some((one) => one.in === 'tag' && one.text === tag) ? 'accent' : undefined}
            >
              {tag}
            </Tag>
          ))}
        </span>
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
    default:
      return t('list.found_description', { text });
  }
}

const Words = styled('span')({
  display: 'grid',
  gap: 2,
  paddingBottom: 4,
  fontSize: 'var(--size-12)',
  fontWeight: 'var(--weight-text)',
  color: 'var(--text-2)',
  '& > span:has(> span)': { display: 'flex', flexWrap: 'wrap', gap: 4 },
});
