import type { ReactNode } from 'react';
import { useFormat } from '@headwater/shared/messages';
import { Mono, styled } from '@headwater/shared/ui';
import { Dialog } from '@headwater/shared/ui/menu';
import { useActorName } from './audit-actor.tsx';
import type { AuditEvent } from './audit-log.queries.ts';
import { OutcomeMark } from './outcome-mark.tsx';
import { auditMessages } from './messages.ts';

/** Everything that is recorded about one event. */
export function AuditDetails({ event, onClose }: { event: AuditEvent; onClose(): void }) {
  const t = auditMessages.use();
  const { exactTime } = useFormat();
  const actorName = useActorName();
  const { actor, action, subject, outcome, address, requestId, details } = event;
  const facts: [string, ReactNode][] = [
    [t('audit.time'), exactTime(event.at)],
    [t('audit.actor'), actorName(actor)],
    [t('audit.outcome'), <OutcomeMark key="outcome" outcome={outcome} />],
  ];
  if (subject?.name) facts.push([t('audit.subject'), subject.name]);
  if (subject) facts.push([t('audit.subject_id'), <Mono key="id">{subject.id}</Mono>]);
  if (address) facts.push([t('audit.address'), <Mono key="address">{address}</Mono>]);
  if (requestId) facts.push([t('audit.request'), <Mono key="request">{requestId}</Mono>]);
  for (const [name, value] of Object.entries(details))
    if (name !== 'name' && value !== null)
      facts.push([name, <Mono key={name}>{typeof value === 'string' ? value : JSON.stringify(value)}</Mono>]);
  return (
    <Dialog open title={t(`audit.action.${action}`)} onClose={onClose}>
      <Facts>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </Facts>
    </Dialog>
  );
}

const Facts = styled('dl')({
  display: 'grid',
  gap: 10,
  margin: 0,
  '& > div': { display: 'grid', gridTemplateColumns: 'minmax(96px, 140px) minmax(0, 1fr)', gap: 16 },
  '& dt': { color: 'var(--text-3)', overflowWrap: 'anywhere' },
  '& dd': { margin: 0, color: 'var(--text)', overflowWrap: 'anywhere' },
  '@media (max-width: 480px)': { '& > div': { gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 } },
});
