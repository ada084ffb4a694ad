import { TABLE_DESCRIPTION_MAX, TABLE_TAGS_MAX, TAG_MAX } from '@headwater/shared/contract';
import { useErrorText } from '@headwater/shared/messages';
import { useQuery } from '@headwater/shared/query';
import type { Table, TableAddress } from '@headwater/shared/tables';
import { Banner, Button, Stack } from '@headwater/shared/ui';
import { Select, TextArea, TextInput } from '@headwater/shared/ui/inputs';
import { Dialog } from '@headwater/shared/ui/menu';
import { useId, useState, type FormEvent } from 'react';
import { messages } from '../../messages.ts';
import { membersQuery } from '@headwater/shared/figures';
import { isConflict, useDescribe } from './describe.queries.ts';

interface DescribeDialogProps {
  address: TableAddress;
  table: Table;
  onClose(): void;
}

/** Asks for a table's description, owner, and tags. */
export function DescribeDialog({ address, table, onClose }: DescribeDialogProps) {
  const t = messages.use();
  const errorText = useErrorText();
  const form = useId();
  const { about } = table;
  const [description, setDescription] = useState(about.description);
  const [ownerId, setOwner] = useState(about.owner?.id ?? '');
  const [tags, setTags] = useState(about.tags.join(', '));
  const members = useQuery(membersQuery(address.organizationId));
  const save = useDescribe(address, table);
  const listed = tags
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
  const tagFault = faultOf(listed, t);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (tagFault) return;
    save.mutate({ description, ownerId: ownerId || null, tags: listed }, { onSuccess: onClose });
  };
  const people = members.data ?? (about.owner ? [{ ...about.owner, email: '' }] : []);
  return (
    <Dialog
      open
      title={t('about.title', { table: table.tableName })}
      onClose={onClose}
      actions={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t('about.cancel')}
          </Button>
          <Button type="submit" form={form} variant="primary" busy={save.isPending} disabledReason={tagFault}>
            {t('about.save')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate>
        <Stack gap={4}>
          {save.error && (
            <Banner tone="bad">{isConflict(save.error) ? t('about.conflict') : errorText(save.error)}</Banner>
          )}
          <TextArea
            label={t('about.description')}
            hint={
              about.source.description === ''
                ? undefined
                : t('about.source_says', { text: about.source.description })
            }
            value={description}
            maxLength={TABLE_DESCRIPTION_MAX}
            autoFocus
            onChange={({ target }) => setDescription(target.value)}
          />
          <Select
            label={t('about.owner')}
            hint={members.error ? errorText(members.error) : t('about.owner_hint')}
            value={ownerId}
            options={[
              { value: '', label: t('about.no_owner') },
              ...people.map(({ id, name, email }) => ({ value: id, label: name || email })),
            ]}
            onChange={({ target }) => setOwner(target.value)}
          />
          <TextInput
            label={t('about.tags')}
            hint={t('about.tags_hint')}
            error={tagFault}
            value={tags}
            autoComplete="off"
            onChange={({ target }) => setTags(target.value)}
          />
        </Stack>
      </form>
    </Dialog>
  );
}

function faultOf(tags: readonly string[], t: ReturnType<typeof messages.use>): string | undefined {
  if (tags.length > TABLE_TAGS_MAX) return t('about.too_many_tags', { most: TABLE_TAGS_MAX });
  const long = tags.find((tag) => tag.length > TAG_MAX);
  return long && t('about.tag_too_long', { tag: long, most: TAG_MAX });
}
