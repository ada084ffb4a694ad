import { useQuery } from '@headwater/shared/query';
import { QueryBoundary, Divider } from '@headwater/shared/ui';
import { FieldSkeletons } from '../field-skeletons.tsx';
import { messages } from '../messages.ts';
import { profileQuery } from '../profile.queries.ts';
import { LanguageChoice } from './language-choice.tsx';
import { NameForm } from './name.form.tsx';
import { ThemeChoice } from './theme-choice.tsx';
import { TimeZoneChoice } from './time-zone-choice.tsx';

/** The user's name, and how the product looks for them. */
export function GeneralSection() {
  const t = messages.use();
  return (
    <QueryBoundary query={useQuery(profileQuery)} thing={t('thing')} loading={<FieldSkeletons count={4} />}>
      {({ name, timeZone }) => (
        <>
          <NameForm name={name} />
          <Divider />
          <LanguageChoice />
          <ThemeChoice />
          <TimeZoneChoice saved={timeZone} />
        </>
      )}
    </QueryBoundary>
  );
}
