import { expect, onTestFinished, test } from 'vitest';
import { decoded, type MailHabit, startSmtpServer } from '#test/support/fakes/smtp.ts';
import { addChannel, ingestLead, never, openNotified, waitAndSend } from '#test/support/notified.ts';

const from = 'Earshot <earshot@earshot.test>';
const publicUrl = 'https://earshot.test';

async function openMail(login?: { user: string; password: string }, wrong = false) {
  const smtp = await startSmtpServer(login ? { login } : {});
  onTestFinished(() => smtp.close());
  const url = wrong ? smtp.url.replace(login?.password ?? '', 'wrong') : smtp.url;
  const opened = await openNotified({ smtp: { url, from }, http: { publicUrl } });
  const channel = await addChannel(opened.core, opened.ann, { kind: 'email', name: 'Mail', target: {} });
  const state = async () => (await opened.core.notifications.channels.list(opened.ann)).items[0];
  return { ...opened, smtp, channel, state };
}

test('emails a lead as text and HTML with the unsubscribe links of RFC 8058', async () => {
  const { core, smtp } = await openMail();
  await ingestLead(core, { title: 'Looking for invoicing software <b>now</b>', author: 'buyer' });
  expect(smtp.taken).toHaveLength(1);
  const mail = decoded(smtp.taken[0]);
  for (const line of [
    'To: ann@example.test',
    'Subject: A new lead for Invoicing',
    'Auto-Submitted: auto-generated',
    'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
  ])
    expect(mail).toContain(line);
  expect(mail).toMatch(/List-Unsubscribe:\s+<https:\/\/earshot\.test\/api\/mail-links\/[\w-]{100,}>/);
  expect(mail).toContain('Content-Type: text/plain');
  expect(mail).toContain('Looking for invoicing software <b>now</b>\n'.trim());
  expect(mail).toContain('Looking for invoicing software &lt;b&gt;now&lt;/b&gt;');
  expect(mail).toMatch(/Not a lead: https:\/\/earshot\.test\/mail\/[\w-]{100,}/);
});

test('emails in the language of the account, with the words of the post as they are', async () => {
  const { core, ann, smtp, channel } = await openMail();
  await core.accounts.users.updateProfile(ann, { settings: { language: 'de' } });
  await core.notifications.channels.test(ann, channel.id);
  await ingestLead(core, { title: 'Looking for invoicing software now', author: 'buyer' });
  const [testMail, mail] = smtp.taken.map(decoded);
  expect(testMail).toContain('Subject: Testnachricht von Earshot');
  for (const line of [
    '<title>Ein neuer Lead für Invoicing</title>',
    'Looking for invoicing software now',
    'Kein Lead: https://earshot.test/mail/',
    'Abbestellen: https://earshot.test/api/mail-links/',
    '<html lang="de">',
    'In Earshot öffnen</a>',
    'Auf Reddit</a>',
  ])
    expect(mail).toContain(line);
});

test('logs in to a server that requires it', async () => {
  const { core, smtp } = await openMail({ user: 'earshot', password: 'letmein' });
  await ingestLead(core);
  expect(smtp.taken).toHaveLength(1);
});

test("reports a failed login without the credentials or the server's reply", async () => {
  const { core, smtp, state } = await openMail({ user: 'earshot', password: 'letmein' }, true);
  await ingestLead(core);
  expect(smtp.seen).toEqual([]);
  expect((await state())?.lastError?.message).toBe("The email server rejected Earshot's login. Ask your administrator to check smtp.url.");
});

interface Case {
  name: string;
  habits: MailHabit[];
  taken: number;
  seen: number;
  reason: string | null;
}
const cases: Case[] = [
  {
    name: 'retries after greylisting and delivers once',
    habits: [
      { at: 'rcpt', code: 450 },
      { at: 'rcpt', code: 451 },
    ],
    taken: 1,
    seen: 1,
    reason: null,
  },
  { name: 'retries after a 4xx response to the text', habits: [{ at: 'data', code: 452 }], taken: 1, seen: 2, reason: null },
  {
    name: 'gives up after a 5xx response to the address',
    habits: [{ at: 'rcpt', code: 550 }],
    taken: 0,
    seen: 0,
    reason: 'The email server rejected the message (550).',
  },
  {
    name: 'gives up after a 5xx response to the text',
    habits: [{ at: 'data', code: 554 }],
    taken: 0,
    seen: 1,
    reason: 'The email server rejected the message (554).',
  },
  { name: 'retries when the connection drops before the text', habits: [{ at: 'drop-before' }], taken: 1, seen: 1, reason: null },
  {
    name: "doesn't retry when the connection drops after the text, and reports it",
    habits: [{ at: 'drop' }],
    taken: 0,
    seen: 1,
    reason:
      'The connection to the email server broke after the message was sent. One message may not have arrived. You can find it in your inbox.',
  },
];
test.each(cases)('$name', async ({ habits, taken, seen, reason }) => {
  const { core, clock, smtp, state } = await openMail();
  smtp.next(...habits);
  await ingestLead(core);
  await waitAndSend(core, clock);
  expect({ taken: smtp.taken.length, seen: smtp.seen.length, reason: (await state())?.lastError?.message ?? null }).toEqual({
    taken,
    seen,
    reason,
  });
  expect(JSON.stringify(await core.db('notification_messages').select('*'))).not.toContain('canary');
});

test('tries an unreachable server again later', async () => {
  const { core, clock, smtp, state } = await openMail();
  await smtp.close();
  await ingestLead(core);
  expect((await state())?.lastError?.message).toMatch(/^Couldn't reach the email server \(E\w+\)\.$/);
  expect(await state()).toMatchObject({ waiting: 1 });
  clock.now += 1;
  expect(await core.notifications.sendDue(never)).toEqual({ tried: 0 });
});

test('reports a missing email server, and sends emails without links when there is no public address', async () => {
  const bare = await openNotified();
  const { id } = await addChannel(bare.core, bare.ann, { kind: 'email', name: 'Mail', target: {} });
  expect(await bare.core.notifications.channels.test(bare.ann, id)).toEqual({ sent: false, message: 'No email server is configured.' });
  expect((await bare.core.notifications.channels.list(bare.ann)).mail).toEqual({
    configured: false,
    address: 'ann@example.test',
    hasLinks: false,
  });

  const smtp = await startSmtpServer();
  onTestFinished(() => smtp.close());
  const local = await openNotified({ smtp: { url: smtp.url, from } });
  await addChannel(local.core, local.ann, { kind: 'email', name: 'Mail', target: {} });
  await ingestLead(local.core);
  const mail = decoded(smtp.taken[0]);
  expect(mail).not.toContain('List-Unsubscribe');
  expect(mail).not.toContain('/mail/');
});
