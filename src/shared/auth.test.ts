import { expect, test } from 'vitest';
import { credentialsSchema, emailSchema } from './auth.ts';

test('accepts internationalized domains and keeps them in ASCII, for login too', () => {
  expect(emailSchema.parse('mara@bücher.example')).toBe('mara@xn--bcher-kva.example');
  expect(emailSchema.parse('mara@例え.example')).toBe('mara@xn--r8jz45g.example');
  expect(emailSchema.parse('Mara@Example.com')).toBe('Mara@Example.com');
  expect(credentialsSchema.parse({ email: 'mara@bücher.example', password: 'x' }).email).toBe('mara@xn--bcher-kva.example');
});

test.each(['mara', 'mara@', 'mara@bü cher.example', 'mara@bücher.example/x', 'mara@bücher', 'mara@-ü-..example', 'ma ra@example.com'])(
  'refuses %s',
  (email) => expect(emailSchema.safeParse(email).success).toBe(false),
);
