import { useCallback, useState, type ReactNode } from 'react';
import type { Role } from '@headwater/shared/contract';
import { toast } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import { report } from '../monitoring/report.ts';
import { loadPalette, paletteIfLoaded } from './load-palette.ts';
import { useShortcut } from './shortcut.ts';

/** Opens the palette by its shortcut or by `open`. Until then, it is not even fetched. */
export function usePalette(organizationId: string, role: Role | undefined) {
  const t = messages.use();
  const [isOpen, setOpen] = useState(false);
  const open = useCallback(() => {
    loadPalette().then(
      () => setOpen(true),
      (error) => {
        report(error, { phase: 'navigation' });
        toast.error(t('search.failed'));
      },
    );
  }, [t]);
  useShortcut(open);
  const Palette = paletteIfLoaded();
  const palette: ReactNode = isOpen && Palette && (
    <Palette organizationId={organizationId} role={role} onClose={() => setOpen(false)} />
  );
  return { open, palette };
}
