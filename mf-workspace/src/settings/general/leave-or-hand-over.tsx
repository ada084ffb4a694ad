import { may } from '@headwater/shared/contract';
import { useErrorText } from '@headwater/shared/messages';
import { queryClient, useMutation, useQuery } from '@headwater/shared/query';
import { paths, useNavigate } from '@headwater/shared/routing';
import { sessionQuery, storeSession, useSignedIn } from '@headwater/shared/session';
import { Button, Row, toast } from '@headwater/shared/ui';
import { Select } from '@headwater/shared/ui/inputs';
import { ConfirmDialog } from '@headwater/shared/ui/menu';
import { useState } from 'react';
import { messages } from '../../messages.ts';
import { handOver, leaveWorkspace, memberQueries } from '../members/member.queries.ts';
import { SettingRow } from '../setting-row.tsx';
import { workspaceQuery, type Organization } from '../workspace.queries.ts';

const freshSession = () => queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });

/** Leaves the workspace, or makes someone else its admin. */
export function LeaveOrHandOver({ workspace: { id, name, role } }: { workspace: Organization }) {
  const t = messages.use();
  const members = useQuery(memberQueries.list(id));
  const [asked, setAsked] = useState<'leave' | 'hand_over'>();
  const others = members.data?.filter(({ isYou }) => !isYou) ?? [];
  const admins = others.filter((each) => each.role === 'admin').length;
  const isAdmin = may(role, 'members:edit');
  const close = () => setAsked(undefined);
  if (!members.data) return null;
  const alone = others.length === 0 ? t('leave.alone') : undefined;
  const last = isAdmin && admins === 0 ? t('leave.last_admin') : undefined;
  return (
    <SettingRow
      title={t(isAdmin ? 'leave.title_admin' : 'leave.title')}
      about={isAdmin ? t('leave.admins', { count: admins }) : t('leave.about')}
    >
      <Row>
        {isAdmin && (
          <Button disabledReason={alone} aria-haspopup="dialog" onClick={() => setAsked('hand_over')}>
            {t('leave.hand_over')}
          </Button>
        )}
        <Button disabledReason={alone ?? last} aria-haspopup="dialog" onClick={() => setAsked('leave')}>
          {t('leave.leave')}
        </Button>
      </Row>
      {asked === 'leave' && <LeaveDialog id={id} name={name} onClose={close} />}
      {asked === 'hand_over' && (
        <HandOverDialog
          id={id}
          people={others.map((each) => ({ value: each.id, label: each.name || each.email }))}
          onClose={close}
        />
      )}
    </SettingRow>
  );
}

function LeaveDialog({ id, name, onClose }: { id: string; name: string; onClose(): void }) {
  const t = messages.use();
  const errorText = useErrorText();
  const navigate = useNavigate();
  const session = useSignedIn();
  const leave = useMutation({
    mutationFn: async () => {
      await leaveWorkspace(id);
      const left = session.organizations.filter(({ organizationId }) => organizationId !== id);
      storeSession({ ...session, organizations: left });
      await navigate(paths.home(), { replace: true });
    },
    onSuccess: () => toast.success(t('leave.left', { name })),
    onError: (error) => toast.error(errorText(error)),
  });
  return (
    <ConfirmDialog
      open
      danger
      title={t('leave.question', { name })}
      confirm={t('leave.leave')}
      busy={leave.isPending}
      onConfirm={() => leave.mutate()}
      onCancel={onClose}
    >
      <p>{t('leave.text')}</p>
    </ConfirmDialog>
  );
}

interface HandOverDialogProps {
  id: string;
  people: readonly { value: string; label: string }[];
  onClose(): void;
}

function HandOverDialog({ id, people, onClose }: HandOverDialogProps) {
  const t = messages.use();
  const errorText = useErrorText();
  const [memberId, setMemberId] = useState(people[0]?.value ?? '');
  const name = people.find(({ value }) => value === memberId)?.label ?? '';
  const hand = useMutation({
    mutationFn: async () => {
      await handOver(id, memberId);
      await Promise.all([
        freshSession(),
        queryClient.invalidateQueries({ queryKey: workspaceQuery(id).queryKey }),
      ]);
    },
    onSuccess: () => {
      onClose();
      toast.success(t('leave.handed_over', { name }));
    },
    onError: (error) => toast.error(errorText(error)),
  });
  return (
    <ConfirmDialog
      open
      title={t('leave.hand_over_title')}
      confirm={t('leave.hand_over_to', { name })}
      busy={hand.isPending}
      onConfirm={() => hand.mutate()}
      onCancel={onClose}
    >
      <Select
        label={t('leave.successor')}
        hint={t('leave.hand_over_text')}
        value={memberId}
        options={people}
        onChange={(event) => setMemberId(event.target.value)}
      />
    </ConfirmDialog>
  );
}
