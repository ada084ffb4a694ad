import { ROLES } from '@headwater/shared/contract';
import type { Invitation, Member } from './member.queries.ts';

/** A row of the list: a member, or someone who is invited. */
export type Entry = { kind: 'member'; member: Member } | { kind: 'invitation'; invitation: Invitation };

export const FILTERS = ['all', ...ROLES, 'invited'] as const;
export type Filter = (typeof FILTERS)[number];

/** Returns the filter that the URL names, or all for any other word. */
export const filterOf = (word: string | null): Filter => FILTERS.find((each) => each === word) ?? 'all';

export const keyOf = (entry: Entry) => (entry.kind === 'member' ? entry.member.id : entry.invitation.id);

const matches = (entry: Entry, filter: Filter) => {
  if (filter === 'all') return true;
  if (filter === 'invited') return entry.kind === 'invitation';
  return entry.kind === 'member' && entry.member.role === filter;
};

/** Returns the members and then the invitations that a filter and a search leave. */
export function entriesOf(
  members: readonly Member[],
  invitations: readonly Invitation[],
  filter: Filter,
  search = '',
): Entry[] {
  const wanted = search.trim().toLowerCase();
  const all: Entry[] = [
    ...members.map((member) => ({ kind: 'member' as const, member })),
    ...invitations.map((invitation) => ({ kind: 'invitation' as const, invitation })),
  ];
  return all.filter((entry) => {
    const words =
      entry.kind === 'member' ? `${entry.member.name} ${entry.member.email}` : entry.invitation.email;
    return matches(entry, filter) && words.toLowerCase().includes(wanted);
  });
}
