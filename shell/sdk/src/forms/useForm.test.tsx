import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ErrorCode, FieldIssue } from '@trellis/api-contract';
import { Button } from '@trellis/kit';
import { Form, TextInput } from '@trellis/kit/form';
import type { CallError } from '../api/failure.ts';
import { sdkTexts } from '../texts/sdkTexts.ts';
import { startTexts } from '../texts/texts.ts';
import { useForm } from './useForm.ts';

beforeAll(() => startTexts('en', sdkTexts));
afterEach(cleanup);

const problem = (code: ErrorCode, fields?: FieldIssue[]): CallError => ({
  kind: 'problem',
  problem: { type: 'about:blank', title: code, status: 422, code, requestId: 'r1', ...(fields && { fields }) },
});
let refuse: (error: CallError) => void;
let checkEmail: () => void;

function Example() {
  const form = useForm(['email', 'password', 'again'], { 'member.password_weak': 'password' }, (value) => ({
    email: !value('email').includes('@') && (value('email') === '' ? 'field.required' : 'member.email_format'),
    again: value('again') !== value('password') && 'member.entries_differ',
  }));
  refuse = form.refuse;
  checkEmail = () => form.check(['email']);
  return (
    <Form {...form.attributes} onSubmit={() => form.check()}>
      <TextInput label="Email" {...form.input('email')} />
      <TextInput label="Password" {...form.input('password')} />
      <TextInput label="Again" {...form.input('again')} />
      <Button type="submit">Send</Button>
    </Form>
  );
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Send' }));
const errorOf = (label: string): string | undefined => {
  const id = field(label).getAttribute('aria-describedby');
  return id === null ? undefined : (document.getElementById(id)?.textContent ?? undefined);
};

test('nothing is wrong before the first submission; from then on every change is checked', () => {
  render(<Example />);
  type('Email', 'ana');
  expect(errorOf('Email')).toBeUndefined();
  send();
  expect(errorOf('Email')).toBe('Invalid Email Format');
  type('Email', 'ana.b');
  expect(errorOf('Email')).toBe('Invalid Email Format');
  type('Email', 'ana@example.com');
  expect(errorOf('Email')).toBeUndefined();
  type('Email', 'ana');
  expect(errorOf('Email')).toBe('Invalid Email Format');
});

test('a change of one entry takes away what it made wrong of another', () => {
  render(<Example />);
  type('Password', 'one');
  type('Again', 'two');
  send();
  expect(errorOf('Again')).toBe('Entries Do Not Match');
  type('Password', 'two');
  expect(errorOf('Again')).toBeUndefined();
});

test('what the server refused of a field goes when the field changes, and not with another', () => {
  render(<Example />);
  type('Email', 'ana@example.com');
  act(() => refuse(problem('member.password_weak')));
  expect(errorOf('Password')).toBe('Choose a stronger password');
  type('Email', 'ben@example.com');
  expect(errorOf('Password')).toBe('Choose a stronger password');
  type('Password', 'a far better one');
  expect(errorOf('Password')).toBeUndefined();
});

test('what fits no field goes with the next change', () => {
  render(<Example />);
  act(() => refuse(problem('server.busy')));
  expect(screen.queryByRole('alert')).not.toBeNull();
  type('Email', 'a');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a field that was emptied is merely unfinished until it is sent again', () => {
  render(<Example />);
  send();
  expect(errorOf('Email')).toBe('This is required');
  type('Email', 'a@b');
  type('Email', '');
  expect(errorOf('Email')).toBeUndefined();
  send();
  expect(errorOf('Email')).toBe('This is required');
});

test('the focus goes to what is wrong when it is sent, and never while somebody types elsewhere', () => {
  render(<Example />);
  type('Email', 'ana');
  send();
  expect(document.activeElement).toBe(field('Email'));
  field('Password').focus();
  type('Password', 'x');
  expect(errorOf('Again')).toBe('Entries Do Not Match');
  expect(document.activeElement).toBe(field('Password'));
});

test('one field can be checked alone, as before a code is sent to its address', () => {
  render(<Example />);
  type('Email', 'ana');
  type('Password', 'one');
  act(() => checkEmail());
  expect(errorOf('Email')).toBe('Invalid Email Format');
  expect(errorOf('Again')).toBeUndefined();
  type('Email', 'ana@example.com');
  expect(errorOf('Email')).toBeUndefined();
});
