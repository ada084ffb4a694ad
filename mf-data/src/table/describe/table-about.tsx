import { saidOfTable } from '@headwater/shared/contract';
import { Link, paths } from '@headwater/shared/routing';
import type { Table, TableAddress } from '@headwater/shared/tables';
import { styled } from '@headwater/shared/ui';
import { Tag } from '@headwater/shared/ui/workspace';
import { messages } from '../../messages.ts';
import { SaidBy } from './said-by.tsx';

interface TableAboutProps {
  address: TableAddress;
  table: Table;
}

/** A table's owner and tags, which lead to others of theirs. */
export function TableOwner({ address, table }: TableAboutProps) {
  const t = messages.use();
  const { owner, tags } = table.about;
  const list = paths.data(address.organizationId);
  return (
    <>
      {owner && (
        <span>
          {t('about.owner')}{' '}
          <Link to={`${list}?${new URLSearchParams({ owner: owner.id })}`}>{owner.name}</Link>
        </span>
      )}
      {tags.length > 0 && (
        <span>
          {tags.map((tag) => (
            <TagLink key={tag} to={`${list}?${new URLSearchParams({ tag })}`}>
              <Tag>{tag}</Tag>
            </TagLink>
          ))}
        </span>
      )}
    </>
  );
}

/** What a table is, in people's words or else its source's. Nothing if nobody has said anything. */
export function TableText({ table }: { table: Table }) {
  const said = saidOfTable(table.about);
  return (
    said && (
      <Description>
        {said.text} <SaidBy by={said.by} />
      </Description>
    )
  );
}

const TagLink = styled(Link)({ color: 'inherit', '&:hover': { textDecoration: 'none' } });

const Description = styled('p')({
  maxWidth: '68ch',
  margin: '-8px 0 0',
  fontSize: 'var(--size-13)',
  color: 'var(--text)',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
});
