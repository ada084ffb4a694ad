import { useEffect, useState } from 'react';
import { toast } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import { report } from '../monitoring/report.ts';
import { StartProgress } from '../router/progress.tsx';
import { drawerIfLoaded, loadDrawer } from './load-drawer.ts';
import { useProfileAddress } from './profile-address.ts';

/** Shows the profile once the URL opens it. Until then, it is not even fetched. */
export function ProfileSlot() {
  const { section, close } = useProfileAddress();
  const Drawer = useDrawer(section !== null, close);
  if (Drawer) return <Drawer section={section} onClose={close} />;
  return section && <StartProgress />;
}

function useDrawer(wanted: boolean, onFailure: () => void) {
  const t = messages.use();
  const [Drawer, setDrawer] = useState(drawerIfLoaded);
  useEffect(() => {
    if (!wanted || Drawer) return;
    let left = false;
    loadDrawer().then(
      () => left || setDrawer(drawerIfLoaded),
      (error) => {
        report(error, { phase: 'navigation' });
        if (left) return;
        toast.error(t('user.profile_failed'));
        onFailure();
      },
    );
    return () => void (left = true);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- one attempt each time it is opened
  }, [wanted, Drawer]);
  return Drawer;
}
