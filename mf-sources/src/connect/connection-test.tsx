import type { CheckStep, Finding } from '@headwater/shared/contract';
import { useErrorText, useFailureText, useFindingText } from '@headwater/shared/messages';
import { Banner, Button, Note, styled } from '@headwater/shared/ui';
import { Card, CheckSteps, Mark, type Step, StepFix } from '@headwater/shared/ui/workspace';
import type { ConnectionCheck } from '../connection-check.queries.ts';
import type { Connector } from '../connector.queries.ts';
import { messages } from '../messages.ts';
import type { CheckRun } from './use-connection-check.ts';

interface ConnectionTestProps {
  connector: Pick<Connector, 'id' | 'supportLevel'>;
  run: CheckRun;
  /** Whether the form has changed since the test. */
  outdated: boolean;
  titleOfField(name: string): string;
  onGoToField(name: string): void;
  /** Puts a value that the test has found into the form. */
  onTake(values: Record<string, string>): void;
}

/** The test next to the form: what it will do, then each step as it runs, and how to fix the step that failed. */
export function ConnectionTest({ connector, run, outdated, ...form }: ConnectionTestProps) {
  const t = messages.use();
  const errorText = useErrorText();
  const { check, error } = run;
  const idle = `check.idle.${connector.supportLevel === 'operator' ? 'operator' : connector.id}`;
  return (
    <Card title={t('check.title')} tools={<Tools run={run} />}>
      {error && (
        <Banner tone="bad" role="alert">
          <strong>{t('check.lost')}.</strong> {errorText(error)}
        </Banner>
      )}
      {!check && !error && <Note>{t(t.has(idle) ? idle : 'check.idle')}</Note>}
      {check && <Steps check={check} {...form} />}
      {check && outdated && <Note>{t('check.outdated')}</Note>}
    </Card>
  );
}

function Tools({ run: { check, isRunning, cancel } }: { run: CheckRun }) {
  const t = messages.use();
  return (
    <>
      <span role="status">
        {check ? (
          <Verdict check={check} />
        ) : (
          isRunning && <Mark glyph="syncing" tone="info" words={t('check.running')} pill />
        )}
      </span>
      {check && isRunning && (
        <Button variant="ghost" size="small" onClick={cancel}>
          {t('check.cancel')}
        </Button>
      )}
    </>
  );
}

function Verdict({ check: { state, position, steps } }: { check: ConnectionCheck }) {
  const t = messages.use();
  if (state === 'running' && position !== null)
    return <Mark glyph="queued" tone="info" words={t('check.waiting', { position })} pill />;
  if (state === 'running') return <Mark glyph="syncing" tone="info" words={t('check.running')} pill />;
  if (state === 'succeeded') return <Mark glyph="synced" tone="ok" words={t('check.succeeded')} pill />;
  if (state === 'canceled') return <Mark glyph="skipped" tone="none" words={t('check.canceled')} pill />;
  const failed = steps.find((step) => step.state === 'failed');
  const words = failed ? t('check.failed_at', { step: t(`check.step.${failed.name}`) }) : t('check.failed');
  return <Mark glyph="failed" tone="bad" words={words} pill />;
}

type StepsProps = Pick<ConnectionTestProps, 'titleOfField' | 'onGoToField' | 'onTake'> & {
  check: ConnectionCheck;
};

function Steps({ check, titleOfField, onGoToField, onTake }: StepsProps) {
  const t = messages.use();
  const failureText = useFailureText();
  const fixOf = ({ failure }: CheckStep) => {
    if (!failure) return undefined;
    const { code, field, internalMessage, values } = failure;
    const { message, fix } = failureText(failure);
    const goTo = field !== null && (
      <Button size="small" onClick={() => onGoToField(field)}>
        {t('check.go_to_field', { field: titleOfField(field) })}
      </Button>
    );
    const trust = code === 'ssh_host_key_unknown' && field !== null && (
      <Button size="small" onClick={() => onTake({ [field]: String(values.fingerprint) })}>
        {t('check.trust_key')}
      </Button>
    );
    return (
      <StepFix raw={internalMessage} actions={trust || goTo}>
        {message} {fix}
      </StepFix>
    );
  };
  const steps = check.steps.map((step): Step => ({
    key: step.name,
    title: t(`check.step.${step.name}`),
    state: step.state,
    milliseconds: step.milliseconds,
    note: step.findings.length > 0 && <Findings findings={step.findings} />,
    fix: step.state === 'failed' ? fixOf(step) : undefined,
  }));
  return <CheckSteps steps={steps} label={t('check.steps')} />;
}

/** Findings, one per line. */
function Findings({ findings }: { findings: readonly Finding[] }) {
  const findingText = useFindingText();
  return findings.map((finding, at) => <Line key={at}>{findingText(finding)}</Line>);
}

const Line = styled('span')({ display: 'block' });
