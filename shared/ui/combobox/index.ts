/** A searchable select for long lists. It is separate from the inputs because it is large and few screens need it. */
export { Combobox, type ComboboxOption, type ComboboxProps } from './combobox.tsx';
