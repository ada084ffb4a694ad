import { PRODUCT_NAME, type AuditActor } from '@headwater/shared/contract';
import { Cut, styled } from '@headwater/shared/ui';
import { IconKey, IconServer } from '@headwater/shared/ui/icons';
import { Avatar } from '@headwater/shared/ui/workspace';
import { auditMessages } from './messages.ts';

/** Returns the name of whoever acted: a person, a service account, or the product itself. */
export function useActorName() {
  const t = auditMessages.use();
  return ({ kind, name }: AuditActor): string =>
    kind === 'product' ? PRODUCT_NAME : (name ?? t(`audit.gone.${kind}`));
}

/** Whoever acted, with a mark by which people, service accounts, and the product can be told apart. */
export function AuditActorCell({ actor }: { actor: AuditActor }) {
  const name = useActorName()(actor);
  return (
    <Root>
      {actor.kind === 'user' && <Avatar name={name} size={24} />}
      {actor.kind !== 'user' && <i>{actor.kind === 'product' ? <IconServer /> : <IconKey />}</i>}
      <Cut title={name}>{name}</Cut>
    </Root>
  );
}

const Root = styled('span')({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minWidth: 0,
  '& > i': { display: 'grid', placeContent: 'center', width: 24, flex: 'none', color: 'var(--icon)' },
});
