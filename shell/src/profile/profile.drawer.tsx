import { useState } from 'react';
import { useSession } from '@headwater/shared/session';
import { Drawer } from '@headwater/shared/ui/menu';
import { Tabs } from '@headwater/shared/ui/tabs';
import { DemoSection } from './demo.section.tsx';
import { GeneralSection } from './general/general.section.tsx';
import { messages } from './messages.ts';
import { PROFILE_SECTIONS, useProfileAddress, type ProfileSection } from './profile-address.ts';
import { SecuritySection } from './security/security.section.tsx';
import { SessionsSection } from './sessions/sessions.section.tsx';

interface ProfileDrawerProps {
  /** Null while closed. */
  section: ProfileSection | null;
  onClose(): void;
}

const SECTIONS = { general: GeneralSection, security: SecuritySection, sessions: SessionsSection };

/** The user's own account, over whatever page is open. */
export function ProfileDrawer({ section, onClose }: ProfileDrawerProps) {
  const t = messages.use();
  const isDemo = useSession()?.demoEndsAt != null;
  const shown = useLast(section);
  const Section = SECTIONS[shown];
  return (
    <Drawer
      open={section !== null}
      title={t('title')}
      head={isDemo ? undefined : <SectionTabs current={shown} />}
      onClose={onClose}
    >
      {isDemo ? <DemoSection /> : <Section />}
    </Drawer>
  );
}

/** Returns the last section, so that a closing drawer keeps its content. */
function useLast(section: ProfileSection | null): ProfileSection {
  const [last, setLast] = useState<ProfileSection>('general');
  if (section && section !== last) setLast(section);
  return section ?? last;
}

function SectionTabs({ current }: { current: ProfileSection }) {
  const t = messages.use();
  const { addressOf } = useProfileAddress();
  return (
    <Tabs
      label={t('sections')}
      tabs={PROFILE_SECTIONS.map((section) => ({
        to: addressOf(section),
        label: t(`section.${section}`),
        current: section === current,
      }))}
    />
  );
}
