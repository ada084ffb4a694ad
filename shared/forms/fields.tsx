import { useFormikContext } from 'formik';
import { Checkbox, type CheckboxProps } from '../ui/inputs/choices.tsx';
import { PasswordInput, type PasswordInputProps } from '../ui/inputs/password-input.tsx';
import { Select, type SelectProps } from '../ui/inputs/select.tsx';
import { TextInput, type TextInputProps } from '../ui/inputs/text-input.tsx';
import { useFormField } from './use-form-field.ts';

/** What a field of a form leaves to the form. */
type InForm<P> = Omit<P, 'name' | 'value' | 'checked' | 'onChange' | 'onBlur' | 'error'> & { name: string };

/** A line of text. Its `name` is the key of the form's values. */
export function TextField({ name, ...props }: InForm<TextInputProps>) {
  return <TextInput {...props} {...useFormField(name)} value={useText(name)} />;
}

/** An address; phones show the keyboard for it. */
export function EmailField(props: InForm<Omit<TextInputProps, 'type' | 'inputMode'>>) {
  return <TextField spellCheck={false} {...props} type="email" inputMode="email" />;
}

/** A password with a toggle that shows it; `strength` adds the meter. */
export function PasswordField({ name, ...props }: InForm<PasswordInputProps>) {
  return <PasswordInput {...props} {...useFormField(name)} value={useText(name)} />;
}

/** One of several. */
export function SelectField({ name, ...props }: InForm<SelectProps>) {
  return <Select {...props} {...useFormField(name)} value={useText(name)} />;
}

/** On or off; the value is a boolean. */
export function CheckboxField({ name, ...props }: InForm<CheckboxProps>) {
  const { value, onChange, error } = useFormField(name);
  return <Checkbox {...props} name={name} checked={value === true} onChange={onChange} error={error} />;
}

function useText(name: string): string {
  const value = useFormikContext<Record<string, unknown>>().values[name];
  return value === undefined || value === null ? '' : String(value);
}
