import { expect, it } from 'vitest';
import { registrationSchema } from '#shared/auth.ts';
import { checkFields, fieldErrorsOf } from './form.ts';

it('keeps the first error of each field by name', () => {
  const issues = [
    { path: 'body.email', message: 'first' },
    { path: 'email', message: 'second' },
    { path: 'settings.timezone', message: 'third' },
  ];
  expect(fieldErrorsOf(issues)).toEqual({ email: 'first', 'settings.timezone': 'third' });
});

it("validates fields with the server's schema", () => {
  expect(checkFields(registrationSchema, { username: 'M', email: 'x', password: '1234567' })).toEqual({
    errors: { username: 'At least 2 characters', email: 'Not a valid email address', password: 'At least 8 characters' },
  });
  const good = { username: 'Mara', email: 'mara@paperboat.example', password: 'correct-horse' };
  expect(checkFields(registrationSchema, good)).toEqual({ data: good });
});
