import { SERVICE_RIGHTS, type ServiceRight } from '@headwater/shared/contract';
import { styled, Text, VisuallyHidden } from '@headwater/shared/ui';
import { Checkbox } from '@headwater/shared/ui/inputs';
import { messages } from '../../messages.ts';

interface RightsFieldsProps {
  rights: readonly ServiceRight[];
  onChange(rights: ServiceRight[]): void;
  error?: string;
}

/** What an account may do with what it sees. */
export function RightsFields({ rights, onChange, error }: RightsFieldsProps) {
  const t = messages.use();
  return (
    <Group>
      <VisuallyHidden as="legend">{t('accounts.rights')}</VisuallyHidden>
      {SERVICE_RIGHTS.map((right) => (
        <Checkbox
          key={right}
          label={t(`accounts.right.${right}`)}
          hint={t(`accounts.right.${right}.hint`)}
          checked={rights.includes(right)}
          onChange={({ target }) =>
            onChange(
              SERVICE_RIGHTS.filter((each) => (each === right ? target.checked : rights.includes(each))),
            )
          }
        />
      ))}
      {error && (
        <Text size={13} tone="bad" role="alert">
          {error}
        </Text>
      )}
    </Group>
  );
}

const Group = styled('fieldset')({
  display: 'grid',
  gap: 10,
  border: 0,
  padding: 0,
  margin: 0,
});
