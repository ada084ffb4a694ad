import { styled, Text } from '@headwater/shared/ui';
import { Checkbox } from '@headwater/shared/ui/inputs';
import { messages } from '../../messages.ts';
import type { Member } from '@headwater/shared/figures';

interface RecipientFieldsProps {
  members: readonly Member[];
  selfId: string | undefined;
  /** Otherwise people can only choose themselves. */
  canChooseOthers: boolean;
  value: readonly string[];
  error: string | undefined;
  onChange(value: string[]): void;
}

/** To which members an email goes, oneself first. */
export function RecipientFields(props: RecipientFieldsProps) {
  const { members, selfId, canChooseOthers, value, error, onChange } = props;
  const t = messages.use();
  const shown = members
    .filter(({ id }) => canChooseOthers || id === selfId || value.includes(id))
    .toSorted((one, other) => Number(other.id === selfId) - Number(one.id === selfId));
  return (
    <Group>
      <legend>{t('subscribe.to')}</legend>
      <List>
        {shown.map(({ id, name, email }) => (
          <Checkbox
            key={id}
            label={
              <>
                {id === selfId ? t('subscribe.you') : name || email} <Text tone="dim">{email}</Text>
              </>
            }
            checked={value.includes(id)}
            onChange={({ target }) =>
              onChange(target.checked ? [...value, id] : value.filter((one) => one !== id))
            }
          />
        ))}
      </List>
      {!canChooseOthers && (
        <Text tone="muted" size={12}>
          {t('subscribe.only_you')}
        </Text>
      )}
      {error && (
        <Text tone="bad" size={13} role="alert">
          {error}
        </Text>
      )}
    </Group>
  );
}

const Group = styled('fieldset')({
  display: 'grid',
  gap: 8,
  '& > legend': {
    padding: 0,
    fontSize: 'var(--size-13)',
    fontWeight: 'var(--weight-medium)',
    marginBottom: 8,
  },
});
const List = styled('div')({
  display: 'grid',
  gap: 10,
  maxHeight: 160,
  overflow: 'auto',
  overflowWrap: 'anywhere',
});
