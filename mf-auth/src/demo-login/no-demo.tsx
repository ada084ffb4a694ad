import { messages } from '../messages.ts';
import { Step } from '../step.tsx';
import { WaysOn } from './ways-on.tsx';

export function NoDemo({ text }: { text: string }) {
  const t = messages.use();
  return <Step title={t('demo.none')} text={text} actions={<WaysOn />} />;
}
