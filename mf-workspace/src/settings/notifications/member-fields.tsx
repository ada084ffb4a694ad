import { useQuery } from '@headwater/shared/query';
import { useParams } from '@headwater/shared/routing';
import { QueryBoundary, Skeleton, styled, Text } from '@headwater/shared/ui';
import { Checkbox } from '@headwater/shared/ui/inputs';
import { noticeMessages } from './messages.ts';
import { recipientsQuery } from './notification.queries.ts';
import { Group } from './trigger-fields.tsx';

interface MemberFieldsProps {
  value: readonly string[];
  onChange(value: string[]): void;
  error?: string;
}

/** Which members an email goes to. */
export function MemberFields({ value, onChange, error }: MemberFieldsProps) {
  const t = noticeMessages.use();
  const { organizationId = '' } = useParams();
  const members = useQuery(recipientsQuery(organizationId));
  return (
    <Group>
      <legend>{t('notice.members')}</legend>
      <QueryBoundary
        query={members}
        thing={t('notice.members_thing')}
        loading={<Skeleton width="100%" height={72} />}
      >
        {(all) => (
          <List>
            {all.map(({ id, name, email }) => (
              <Checkbox
                key={id}
                label={
                  <>
                    {name || email} {name && <Text tone="dim">{email}</Text>}
                  </>
                }
                checked={value.includes(id)}
                onChange={({ target }) =>
                  onChange(target.checked ? [...value, id] : value.filter((one) => one !== id))
                }
              />
            ))}
          </List>
        )}
      </QueryBoundary>
      {error && (
        <Text tone="bad" size={13} role="alert">
          {error}
        </Text>
      )}
    </Group>
  );
}

const List = styled('div')({
  display: 'grid',
  gap: 10,
  maxHeight: 200,
  overflow: 'auto',
  overflowWrap: 'anywhere',
});
