import { Fragment } from 'react';
import { Cut, styled, Text } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import type { SuperuserUser } from '../superuser.queries.ts';

/** A user's workspaces with the role in each, on one line, all of which are in its title. */
export function Memberships({ of: organizations }: { of: SuperuserUser['organizations'] }) {
  const t = messages.use();
  if (organizations.length === 0) return <Text tone="dim">{t('users.noWorkspace')}</Text>;
  const whole = organizations.map(({ name, role }) => `${name} ${t(`role.${role}`)}`).join(', ');
  return (
    <Line title={whole}>
      {organizations.map(({ organizationId, name, role }, index) => (
        <Fragment key={organizationId}>
          {index > 0 && ', '}
          {name} <Text tone="dim">{t(`role.${role}`)}</Text>
        </Fragment>
      ))}
    </Line>
  );
}

const Line = styled(Cut)({ maxWidth: 340 });
