import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

interface Stored {
  uid: number;
  at: number;
  source: string;
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** A mail server on loopback that speaks as much IMAP as a reader of new mails needs, and fails on demand. */
export async function startImapServer({ user = 'ada', password = 'right' } = {}) {
  const mails: Stored[] = [];
  /** Commands as they arrived, without their tags. */
  const commands: string[] = [];
  const state = { uidValidity: 7, nextUid: 1, hangsAt: null as RegExp | null, cutsAt: null as RegExp | null };
  const sockets = new Set<Socket>();

  /** UIDs of a set such as "3:*" or "1,4". */
  function uidsOf(set: string): number[] {
    const last = mails.at(-1)?.uid ?? 0;
    return set.split(',').flatMap((part) => {
      const [from, to = from] = part.split(':').map((end) => (end === '*' ? last : Number(end)));
      const [low, high] = [Math.min(from ?? 0, to ?? 0), Math.max(from ?? 0, to ?? 0)];
      return mails.filter(({ uid }) => uid >= low && uid <= high).map(({ uid }) => uid);
    });
  }
  function found(query: string): number[] {
    const [, set] = /UID ([\d:*,]+)/.exec(query) ?? [];
    const [, day, month, year] = /SINCE "?(\d+)-(\w+)-(\d+)/.exec(query) ?? [];
    const since = year === undefined ? 0 : Date.UTC(Number(year), months.indexOf(month ?? ''), Number(day));
    const among = set === undefined ? mails.map(({ uid }) => uid) : uidsOf(set);
    return mails.filter(({ uid, at }) => among.includes(uid) && at >= since).map(({ uid }) => uid);
  }
  function* answers(command: string): Generator<string> {
    if (/^CAPABILITY/i.test(command)) yield '* CAPABILITY IMAP4rev1';
    else if (/^LIST "" ""$/i.test(command)) yield '* LIST (\\Noselect) "/" ""';
    else if (/^LIST .*(?:inbox|[*%])"?$/i.test(command)) yield '* LIST (\\HasNoChildren) "/" INBOX';
    else if (/^(?:EXAMINE|SELECT)/i.test(command))
      yield* [
        `* ${mails.length} EXISTS`,
        '* FLAGS (\\Seen)',
        `* OK [UIDVALIDITY ${state.uidValidity}] UIDs valid`,
        `* OK [UIDNEXT ${state.nextUid}] next`,
      ];
    else if (/^UID SEARCH/i.test(command)) yield `* SEARCH ${found(command).join(' ')}`.trim();
    else if (/^UID FETCH/i.test(command))
      for (const uid of uidsOf(/^UID FETCH (\S+)/i.exec(command)?.[1] ?? '')) {
        const { source = '' } = mails.find((mail) => mail.uid === uid) ?? {};
        const size = Buffer.byteLength(source);
        const sent = Buffer.from(source)
          .subarray(0, 5 * 1024 * 1024)
          .toString();
        const sequence = mails.findIndex((mail) => mail.uid === uid) + 1;
        if (!command.includes('BODY')) {
          yield `* ${sequence} FETCH (UID ${uid} RFC822.SIZE ${size})`;
          continue;
        }
        const partial = /BODY\.PEEK\[\]<0/.test(command) ? '<0>' : '';
        yield `* ${sequence} FETCH (UID ${uid} RFC822.SIZE ${size} BODY[]${partial} {${Buffer.byteLength(sent)}}\r\n${sent})`;
      }
  }
  function outcome(command: string): string {
    if (/^LOGIN/i.test(command))
      return command.includes(user) && command.includes(password) ? 'OK logged in' : 'NO [AUTHENTICATIONFAILED] canary words';
    if (/^(?:EXAMINE|SELECT)/i.test(command)) return /^\w+ "?inbox"?$/i.test(command) ? 'OK [READ-ONLY] done' : 'NO no such folder';
    return 'OK done';
  }
  function take(socket: Socket, line: string): void {
    const [, tag = '*', command = ''] = /^(\S+) (.*)$/.exec(line) ?? [];
    commands.push(command);
    if (state.hangsAt?.test(command)) return;
    if (state.cutsAt?.test(command)) return void socket.destroy();
    for (const answer of answers(command)) socket.write(`${answer}\r\n`);
    socket.write(`${tag} ${outcome(command)}\r\n`);
  }
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    let rest = '';
    socket.on('data', (chunk) => {
      const lines = `${rest}${chunk.toString()}`.split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) take(socket, line);
    });
    if (!state.hangsAt?.test('GREETING')) socket.write('* OK ready\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    mails,
    commands,
    state,
    /** A mail arrives; returns its UID. */
    deliver(source: string, at: number): number {
      const uid = state.nextUid;
      state.nextUid += 1;
      mails.push({ uid, at, source: source.replaceAll(/\r?\n/g, '\r\n') });
      return uid;
    },
    close: (): void => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
