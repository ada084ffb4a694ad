/** Inputs outside of forms: searches, toolbars, settings. Forms use the fields of @headwater/shared/forms. */
export { TimeInput, type TimeInputProps } from './time-input.tsx';
export { NumberInput, type NumberInputProps } from './number-input.tsx';
export { ValuesInput, type ValuesInputProps } from './values-input.tsx';
export { useTypedFault } from './use-typed-fault.ts';
export { TextArea, type TextAreaProps } from './text-area.tsx';
export { TextInput, type TextInputProps } from './text-input.tsx';
export { PasswordInput, type PasswordInputProps } from './password-input.tsx';
export { passwordStrength, type PasswordStrength } from './password-strength.ts';
export { AddressSearch } from './address-search.tsx';
export { SearchInput, type SearchInputProps } from './search-input.tsx';
export { Options, type Option, type OptionsProps } from './options.tsx';
export { Segments, type Segment, type SegmentsProps } from './segments.tsx';
export { Select, type SelectProps } from './select.tsx';
export { Checkbox, RadioGroup, Switch, type CheckboxProps, type RadioGroupProps } from './choices.tsx';
export { FileDrop, type DroppedFile, type FileDropProps } from './file-drop.tsx';
export { FilePicker, type FilePickerProps } from './file-picker.tsx';
export { Field, type FieldProps } from './field.tsx';
