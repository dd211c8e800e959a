import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

/**
 * What happens to the next email: an error reply to the recipient or to the text, or a dropped connection after or before the
 * text.
 */
export type MailHabit = { at: 'rcpt' | 'data'; code: number } | { at: 'drop' } | { at: 'drop-before' };

interface Options {
  /** Requires this login. */
  login?: { user: string; password: string };
}

function refusal(code: number): Error {
  return Object.assign(new Error('canary words of the server'), { responseCode: code });
}

/** A mail server on loopback: real SMTP over TCP, without STARTTLS, that fails on demand. */
export async function startSmtpServer({ login }: Options = {}) {
  /** Emails accepted with 250, as received. */
  const taken: string[] = [];
  /** Emails whose text was received, accepted or not. */
  const seen: string[] = [];
  const habits: MailHabit[] = [];
  const sockets = new Set<Socket>();
  const current = new Map<string, MailHabit | undefined>();
  const habitOf = (session: SMTPServerSession): MailHabit | undefined => current.get(session.id);
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: login === undefined,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
    onAuth: ({ username, password }, _, done) =>
      username === login?.user && password === login?.password ? done(null, { user: username }) : done(refusal(535)),
    onMailFrom(_, session, done) {
      const habit = habits.shift();
      current.set(session.id, habit);
      if (habit?.at === 'drop-before') cut();
      else done();
    },
    onRcptTo(_, session, done) {
      const habit = habitOf(session);
      done(habit?.at === 'rcpt' ? refusal(habit.code) : null);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        seen.push(text);
        const habit = habitOf(session);
        if (habit?.at === 'drop') cut();
        else if (habit?.at === 'data') done(refusal(habit.code));
        else {
          taken.push(text);
          done();
        }
      });
    },
  });
  server.on('error', () => {});
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  const user = login ? `${login.user}:${login.password}@` : '';
  return {
    url: `smtp://${user}127.0.0.1:${port}`,
    taken,
    seen,
    next: (...some: MailHabit[]) => void habits.push(...some),
    close: () =>
      new Promise<void>((resolve) => {
        cut();
        server.close(() => resolve());
      }),
  };
}

/** An email as it is read: without dot-stuffing, quoted-printable text, encoded words in its subject, and soft line breaks. */
export const decoded = (mail = ''): string =>
  Buffer.from(
    mail
      .replaceAll(/^\.\./gm, '.')
      .replaceAll('=\r\n', '')
      .replaceAll(/=\?UTF-8\?Q\?(.*?)\?=/g, (_, text: string) => text.replaceAll('_', ' '))
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString();
