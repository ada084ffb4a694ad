import { InlineCode, styled } from '@headwater/shared/ui';
import { TextInput } from '@headwater/shared/ui/inputs';
import { messages } from '../messages.ts';
import type { FieldsProps } from './fields-props.ts';
import { HintLine } from './hint-line.tsx';

const NAMES = ['minute', 'hour', 'day', 'month', 'weekday'] as const;

/** A cron expression with its fields named, and what becomes of one of Quartz. */
export function CronFields({ draft: { cron }, onChange, errorOf, faultyCronField, preview }: FieldsProps) {
  const t = messages.use();
  const rewritten = preview?.cron?.isRewritten ? preview.cron.expression : null;
  const parts = (rewritten ?? cron.expression).trim().split(/\s+/);
  return (
    <>
      <TextInput
        label={t('schedule.expression')}
        labelEnd={t('schedule.five_fields')}
        mono
        spellCheck={false}
        autoComplete="off"
        maxLength={200}
        value={cron.expression}
        error={errorOf('cron/expression')}
        onChange={(event) => onChange({ cron: { expression: event.target.value } })}
      />
      {parts.length === NAMES.length && (
        <Bits aria-hidden>
          {NAMES.map((name, at) => (
            <span key={name} data-faulty={faultyCronField === name || undefined}>
              <b title={parts[at]}>{parts[at]}</b>
              {t(`schedule.cron.${name}`)}
            </span>
          ))}
        </Bits>
      )}
      {rewritten !== null && (
        <HintLine>
          {t.rich('schedule.rewritten', {
            given: cron.expression.trim(),
            rewritten,
            c: (text) => <InlineCode>{text}</InlineCode>,
          })}
        </HintLine>
      )}
    </>
  );
}

const Bits = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(5, minmax(0, 1fr))',
  gap: 4,
  fontSize: 11,
  color: 'var(--text-3)',
  textAlign: 'center',
  '& b': {
    display: 'block',
    font: '500 13px/1.5 var(--font-mono)',
    color: 'var(--text)',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '& [data-faulty] b': { color: 'var(--bad-text)' },
});
