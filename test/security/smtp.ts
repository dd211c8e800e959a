import { createServer, type AddressInfo, type Socket } from 'node:net';

export interface SmtpStandIn {
  url: string;
  /** Received emails, headers and text as sent. */
  taken: string[];
  close(): Promise<void>;
}

/** Implements as much SMTP over TCP as an email needs; `refuse` rejects every recipient with 550. */
export async function startSmtp({ refuse = false } = {}): Promise<SmtpStandIn> {
  const taken: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let held = '';
    let isReadingData = false;
    const say = (line: string) => void socket.write(`${line}\r\n`);
    say('220 here');
    const onLine = (line: string): void => {
      if (/^RCPT/i.test(line)) say(refuse ? '550 canary-server-words' : '250 ok');
      else if (/^DATA/i.test(line)) {
        isReadingData = true;
        say('354 go on');
      } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
      else say('250 ok');
    };
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      held += chunk.toString();
      for (;;) {
        const end = held.indexOf(isReadingData ? '\r\n.\r\n' : '\r\n');
        if (end < 0) return;
        const part = held.slice(0, end);
        held = held.slice(end + (isReadingData ? 5 : 2));
        if (!isReadingData) onLine(part);
        else {
          taken.push(part);
          isReadingData = false;
          say('250 taken');
        }
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
