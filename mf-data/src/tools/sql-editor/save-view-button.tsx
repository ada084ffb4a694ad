import { parametersIn } from '@headwater/shared/contract';
import { Button } from '@headwater/shared/ui';
import { useState } from 'react';
import { messages } from '../../messages.ts';
import { SaveViewDialog } from '../../sql-view/save-view-dialog.tsx';
import type { SqlView } from '@headwater/shared/figures';

interface SaveViewButtonProps {
  organizationId: string;
  sql: string;
  /** The view that is edited. */
  view: SqlView | undefined;
}

/** Saves the query as a view, or says what it lacks for one. */
export function SaveViewButton({ organizationId, sql, view }: SaveViewButtonProps) {
  const t = messages.use();
  const [isOpen, setOpen] = useState(false);
  const missing =
    sql.trim() === '' ? t('sql.empty') : parametersIn(sql).length > 0 ? t('view.no_parameters') : undefined;
  return (
    <>
      <Button size="small" disabledReason={missing} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {view ? t('view.save_named', { name: view.name }) : t('view.save_as')}
      </Button>
      {isOpen && (
        <SaveViewDialog
          organizationId={organizationId}
          sql={sql}
          view={view}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
