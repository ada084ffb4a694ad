import { ApiError } from '@headwater/shared/api';
import { INVITED_AT_ONCE_MAX, ROLES, type Role } from '@headwater/shared/contract';
import { useErrorText } from '@headwater/shared/messages';
import { useMutation } from '@headwater/shared/query';
import { useParams } from '@headwater/shared/routing';
import { useSignedIn, useSignInOptions } from '@headwater/shared/session';
import { Button, Note } from '@headwater/shared/ui';
import { RadioGroup, TextArea } from '@headwater/shared/ui/inputs';
import { Dialog } from '@headwater/shared/ui/menu';
import { useState, type FormEvent } from 'react';
import { messages } from '../../messages.ts';
import { addressesIn, faultOf } from './addresses.ts';
import { invite, type SentInvitation } from './member.queries.ts';

interface InviteDialogProps {
  onClose(): void;
  onSent(sent: SentInvitation[]): void;
}

/** Invites up to 20 addresses in one role. What is typed is kept until it was sent. */
export function InviteDialog({ onClose, onSent }: InviteDialogProps) {
  const t = messages.use();
  const { organizationId = '' } = useParams();
  const { organizations } = useSignedIn();
  const { mail } = useSignInOptions();
  const [text, setText] = useState('');
  const [role, setRole] = useState<Role>('reader');
  const [isChecked, setChecked] = useState(false);
  const emails = addressesIn(text);
  const send = useMutation({ mutationFn: () => invite(organizationId, { emails, role }), onSuccess: onSent });
  const error = useFaultText(isChecked ? emails : null, send.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (!faultOf(emails)) send.mutate();
  };
  const name = organizations.find((each) => each.organizationId === organizationId)?.name ?? '';
  const actions = (
    <>
      <Button variant="ghost" onClick={onClose}>
        {t('members.keep')}
      </Button>
      <Button variant="primary" type="submit" form="invite" busy={send.isPending}>
        {t(mail ? 'members.send' : 'members.create_links', { count: emails.length })}
      </Button>
    </>
  );
  return (
    <Dialog open title={t('members.invite_to', { name })} actions={actions} onClose={onClose}>
      <form
        id="invite"
        noValidate
        onSubmit={submit}
        style={{ display: 'grid', gap: 16, color: 'var(--text)' }}
      >
        <TextArea
          autoFocus
          rows={3}
          label={t('members.addresses')}
          labelEnd={t('members.addresses_count', { count: emails.length, most: INVITED_AT_ONCE_MAX })}
          hint={t('members.addresses_hint')}
          error={error}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            send.reset();
          }}
        />
        <RadioGroup
          legend={t('members.role')}
          name="role"
          value={role}
          options={ROLES.toReversed().map((each) => ({
            value: each,
            label: t(`role.${each}`),
            hint: t(`role.${each}.does`),
          }))}
          onChange={(value) => setRole(value as Role)}
        />
        <Note>{t(mail ? 'members.invite_note' : 'members.invite_note_no_mail')}</Note>
      </form>
    </Dialog>
  );
}

/** Returns what to change: what is seen here, or else every fault that the server has found. */
function useFaultText(emails: readonly string[] | null, error: Error | null): string | undefined {
  const t = messages.use();
  const errorText = useErrorText();
  if (error instanceof ApiError && error.errors) return error.errors.map((each) => errorText(each)).join(' ');
  if (error) return errorText(error);
  const fault = emails && faultOf(emails);
  if (!fault) return undefined;
  if (fault.code === 'none') return t('members.fault.none');
  if (fault.code === 'too_many') return t('members.fault.too_many', { most: fault.most });
  return t('members.fault.invalid', { email: fault.email });
}
