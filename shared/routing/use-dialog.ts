import type { NavigateOptions } from 'react-router-dom';
import { useSearchParams } from './use-search-params.ts';

/** Dialogs that had a parameter of their own once, as they still have in mails and bookmarks. */
const FORMER = ['alerts', 'invite', 'share', 'subscribe', 'versions'];

interface AddressedDialog {
  /** Null if none is open. */
  name: string | null;
  /** What the dialog shows, such as `new` or an ID. Null for where it begins. */
  part: string | null;
  /** Opens a dialog, as `alerts` or `alerts.new`, or closes the open one. */
  show(dialog: string | null, options?: NavigateOptions): void;
}

/** Says by the page's address which of its dialogs is open: `?dialog=alerts`, and `?dialog=alerts.new` for a part. */
export function useDialog(): AddressedDialog {
  const [query, setQuery] = useSearchParams();
  const [, name = null, part = null] = /^([^.]+)(?:[.](.+))?$/.exec(dialogIn(query)) ?? [];
  const show = (dialog: string | null, options?: NavigateOptions) =>
    setQuery((latest) => {
      const next = withoutDialog(latest);
      if (dialog !== null) next.set('dialog', dialog);
      return next;
    }, options);
  return { name, part, show };
}

function dialogIn(query: URLSearchParams): string {
  const former = FORMER.find((name) => query.has(name));
  if (query.has('dialog') || former === undefined) return query.get('dialog') ?? '';
  const part = query.get(former);
  return part === '1' ? former : `${former}.${part}`;
}

/** Returns the query of the same page with no dialog open. */
export function withoutDialog(query: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const name of ['dialog', ...FORMER]) next.delete(name);
  return next;
}
