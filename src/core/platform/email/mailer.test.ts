import { afterEach, expect, test } from 'vitest';
import { startSmtp, type SmtpStandIn } from '#test/security/smtp.ts';
import { createMailer } from './mailer.ts';

let smtp: SmtpStandIn | undefined;
afterEach(() => smtp?.close());
const mail = { to: 'ann@example.test', subject: 'Hello', text: 'One line.\n\nhttps://earshot.test/reset-password?token=abc' };
const from = 'Earshot <earshot@earshot.test>';

test('sends plain text with sender, recipient, and subject', async () => {
  smtp = await startSmtp();
  const mailer = createMailer(() => ({ url: smtp?.url ?? '', from }));
  expect(mailer.isConfigured).toBe(true);
  await mailer.send(mail);
  expect(smtp.taken).toHaveLength(1);
  const [sent = ''] = smtp.taken;
  for (const line of ['From: Earshot <earshot@earshot.test>', 'To: ann@example.test', 'Subject: Hello', 'Content-Type: text/plain'])
    expect(sent).toContain(line);
  expect(sent.replaceAll('=\r\n', '').replaceAll('=3D', '=')).toContain('https://earshot.test/reset-password?token=abc');
});

test('does not let an address inject headers or recipients', async () => {
  smtp = await startSmtp();
  const mailer = createMailer(() => ({ url: smtp?.url ?? '', from }));
  await mailer.send({ ...mail, to: 'ann@example.test\r\nBcc: eve@example.test', subject: 'Hi\r\nBcc: eve@example.test' }).catch(() => {});
  for (const sent of smtp.taken) expect(sent).not.toMatch(/^bcc:/im);
});

test("reports the code of a refusal without the server's response, the address, or the login", async () => {
  smtp = await startSmtp({ refuse: true });
  const error: unknown = await createMailer(() => ({ url: smtp?.url ?? '', from }))
    .send(mail)
    .catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'unavailable', message: 'The email server did not accept the message (EENVELOPE)' });
  expect(error).not.toHaveProperty('cause');
});

test('reports an unreachable or missing server as unavailable', async () => {
  smtp = await startSmtp();
  const { url } = smtp;
  await smtp.close();
  await expect(createMailer(() => ({ url, from })).send(mail)).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/\(E(CONNREFUSED|SOCKET|CONNECTION)\)/),
  });
  const none = createMailer(() => ({ url: '', from }));
  expect(none.isConfigured).toBe(false);
  await expect(none.send(mail)).rejects.toMatchObject({ code: 'unavailable' });
});
