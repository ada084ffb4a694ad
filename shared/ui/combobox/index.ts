/** A choice of one among so many that one searches for it. Apart from the inputs, as few screens need its weight. */
export { Combobox, type ComboboxOption, type ComboboxProps } from './combobox.tsx';
