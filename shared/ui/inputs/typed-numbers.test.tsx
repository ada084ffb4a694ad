import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { setLanguage, type Language } from '../../messages/index.ts';
import { uiMessages } from '../ui-messages.ts';
import { NumberInput } from './number-input.tsx';
import { ValuesInput } from './values-input.tsx';

function OneNumber({ first }: { first: string }) {
  const [value, setValue] = useState(first);
  return (
    <>
      <NumberInput label="Number" value={value} onChange={setValue} />
      <output>{value}</output>
    </>
  );
}

function Several({ first, areNumbers }: { first: string[]; areNumbers: boolean }) {
  const [values, setValues] = useState(first);
  return (
    <>
      <ValuesInput label="Values" values={values} areNumbers={areNumbers} onChange={setValues} />
      <output>{JSON.stringify(values)}</output>
    </>
  );
}

const inLanguage = async (language: Language) => {
  await setLanguage(language);
  await uiMessages.load();
};
afterEach(() => inLanguage('en'));

const typed = async (text: string) => {
  const user = userEvent.setup();
  const field = screen.getByRole('textbox');
  await user.clear(field);
  if (text) await user.type(field, text);
  expect(field).toHaveValue(text);
  return field;
};

test('a number that can be two numbers in German is none until that is said', async () => {
  await inLanguage('de');
  render(<OneNumber first="1.500" />);
  expect(screen.getByRole('textbox')).toHaveValue('1,500');
  const field = await typed('1.500');
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  expect(field).toHaveAccessibleDescription(
    '1500 oder 1,500? Ein Punkt vor drei Ziffern kann beides heißen. Geben Sie eines davon ein.',
  );
  await typed('1.500,5');
  expect(field).not.toHaveAccessibleDescription();
  expect(screen.getByRole('status')).toHaveTextContent(/^1500\.5$/);
  await typed('kein');
  expect(screen.getByRole('status')).toHaveTextContent('kein');
});

test('several numbers are read as the language writes them, or refused', async () => {
  await inLanguage('de');
  render(<Several first={['1.5', '2']} areNumbers />);
  expect(screen.getByRole('textbox')).toHaveValue('1,5; 2');
  await typed('1250,5; 3');
  expect(screen.getByRole('status')).toHaveTextContent('["1250.5","3"]');
  const field = await typed('1250,5, 3');
  expect(screen.getByRole('status')).toHaveTextContent('[]');
  expect(field).toHaveAccessibleDescription(/^„1250,5“ kann eine Zahl oder mehrere sein\./);
});

test('a value with a comma stays one', async () => {
  render(<Several first={['Smith, John', 'paid']} areNumbers={false} />);
  expect(screen.getByRole('textbox')).toHaveValue('"Smith, John", paid');
  await typed('"Smith, John", open,');
  expect(screen.getByRole('status')).toHaveTextContent('["Smith, John","open"]');
});
