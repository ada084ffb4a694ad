import { messages } from '../messages.ts';
import { Step } from '../step.tsx';
import { LinkForm } from './link.form.tsx';

/** For a visit without a link and without an email address. */
export function AskForLink() {
  const t = messages.use();
  return (
    <>
      <Step title={t('confirm.ask')} text={t('confirm.askText')} />
      <LinkForm />
    </>
  );
}
