import { ownValue } from '../contract/ground/own-value.ts';
import { useFormikContext } from 'formik';
import { Checkbox, type CheckboxProps } from '../ui/inputs/choices.tsx';
import { PasswordInput, type PasswordInputProps } from '../ui/inputs/password-input.tsx';
import { Select, type SelectProps } from '../ui/inputs/select.tsx';
import { TextArea, type TextAreaProps } from '../ui/inputs/text-area.tsx';
import { TextInput, type TextInputProps } from '../ui/inputs/text-input.tsx';
import { useFormField } from './use-form-field.ts';

/** A field's props without those that the form provides. */
type InForm<P> = Omit<P, 'name' | 'value' | 'checked' | 'onChange' | 'onBlur' | 'error'> & { name: string };

/** A single-line text field. Its `name` is the key in the form's values. */
export function TextField({ name, ...props }: InForm<TextInputProps>) {
  return <TextInput {...props} {...useFormField(name)} value={useText(name)} />;
}

/** A text field with several lines. */
export function TextAreaField({ name, ...props }: InForm<TextAreaProps>) {
  return <TextArea {...props} {...useFormField(name)} value={useText(name)} />;
}

/** An email field; phones show the matching keyboard. */
export function EmailField(props: InForm<Omit<TextInputProps, 'type' | 'inputMode'>>) {
  return <TextField spellCheck={false} {...props} type="email" inputMode="email" />;
}

/** A password field with a toggle to show the password; `strength` adds the meter. */
export function PasswordField({ name, ...props }: InForm<PasswordInputProps>) {
  return <PasswordInput {...props} {...useFormField(name)} value={useText(name)} />;
}

/** A choice of one among several options. */
export function SelectField({ name, ...props }: InForm<SelectProps>) {
  return <Select {...props} {...useFormField(name)} value={useText(name)} />;
}

/** A checkbox; its value is a boolean. */
export function CheckboxField({ name, ...props }: InForm<CheckboxProps>) {
  const { value, onChange, error } = useFormField(name);
  return <Checkbox {...props} name={name} checked={value === true} onChange={onChange} error={error} />;
}

function useText(name: string): string {
  const value = ownValue(useFormikContext<Record<string, unknown>>().values, name);
  return value === undefined || value === null ? '' : String(value);
}
