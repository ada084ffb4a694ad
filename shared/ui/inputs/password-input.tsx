import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { IconButton } from '../core/icon-button.tsx';
import { IconEye, IconEyeOff } from '../icons/icons.ts';
import { uiMessages } from '../ui-messages.ts';
import { Field } from './field.tsx';
import { passwordStrength, type PasswordStrength } from './password-strength.ts';
import { Affix, InputBox, type TextInputProps } from './text-input.tsx';

export interface PasswordInputProps extends Omit<TextInputProps, 'type' | 'mono' | 'lead' | 'inputMode'> {
  /** Shows how strong the password is. Not on login and sign-up, as specified. */
  strength?: boolean;
}

/** A password field with a toggle to show the password. */
export function PasswordInput({
  label,
  labelEnd,
  hint,
  error,
  id,
  className,
  strength,
  ...input
}: PasswordInputProps) {
  const t = uiMessages.use();
  const [shown, setShown] = useState(false);
  const Icon = shown ? IconEyeOff : IconEye;
  return (
    <div>
      <Field {...{ label, labelEnd, hint, error, id, className }}>
        {(wiring) => (
          <Affix data-tail>
            <InputBox
              type={shown ? 'text' : 'password'}
              spellCheck={false}
              autoCapitalize="off"
              {...input}
              {...wiring}
            />
            <IconButton
              label={t(shown ? 'password.hide' : 'password.show')}
              aria-controls={wiring.id}
              onClick={() => setShown(!shown)}
            >
              <Icon />
            </IconButton>
          </Affix>
        )}
      </Field>
      {strength && <StrengthMeter strength={passwordStrength(input.value)} empty={input.value === ''} />}
    </div>
  );
}

const LEVEL: Record<PasswordStrength, number> = { weak: 1, medium: 2, strong: 3 };
const COLOR: Record<PasswordStrength, string> = { weak: 'bad', medium: 'warn', strong: 'ok' };

function StrengthMeter({ strength, empty }: { strength: PasswordStrength; empty: boolean }) {
  const t = uiMessages.use();
  const level = empty ? 0 : LEVEL[strength];
  return (
    <MeterRoot
      role="meter"
      aria-label={t('password.strength')}
      aria-valuemin={0}
      aria-valuemax={3}
      aria-valuenow={level}
      aria-valuetext={empty ? '–' : t(`password.${strength}`)}
      style={{ '--tone': `var(--${COLOR[strength]})` } as object}
    >
      {[1, 2, 3].map((step) => (
        <i key={step} data-on={step <= level || undefined} />
      ))}
      <span>{empty ? '' : t(`password.${strength}`)}</span>
    </MeterRoot>
  );
}

const MeterRoot = styled('div')({
  display: 'grid',
  gridTemplateColumns: '1fr 1fr 1fr 56px',
  gap: 4,
  alignItems: 'center',
  marginTop: 6,
  minHeight: 18,
  fontSize: 'var(--size-12)',
  color: 'var(--text-2)',
  '& i': { height: 4, borderRadius: 2, background: 'var(--fill)' },
  '& i[data-on]': { background: 'var(--tone)' },
  '& span': { textAlign: 'right' },
});
