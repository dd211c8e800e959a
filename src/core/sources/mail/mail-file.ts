import { messageOf } from '#core/platform/errors.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import type { Bytes } from '../files/bytes.ts';
import { readMail } from './read-mail.ts';

/** A larger message is no alert. */
export const maxMailBytes = 5 * 1024 * 1024;
const newline = 0x0a;
const separator = Buffer.from('From ');

/** Header lines of mails, of which any mail has two. */
const fields = /^(?:from|to|subject|date|received|message-id|mime-version|return-path|delivered-to|content-type|dkim-signature):/gim;

/** Whether a text is the beginning of a mail, or of a mailbox file. */
export const isMail = (head: string): boolean =>
  /^(?:From \S|>?[A-Za-z][A-Za-z-]{1,60}:(?: |\r?\n ))/.test(head) && (head.split(/\r?\n\r?\n/, 1)[0]?.match(fields)?.length ?? 0) >= 2;

/** A message of a mailbox file; null if it is larger than a mail can be. */
export interface RawMail {
  /** Counted from 1. */
  number: number;
  bytes: Uint8Array | null;
}

/** Collects the lines of one message. */
class Message {
  readonly #isOfMailbox: boolean;
  #parts: Uint8Array[] = [];
  #size = 0;
  #isBlank = true;
  constructor(isOfMailbox: boolean) {
    this.#isOfMailbox = isOfMailbox;
  }

  /** Whether the last line was empty, or there is none. */
  get isBlank(): boolean {
    return this.#isBlank;
  }
  add(line: Uint8Array): void {
    this.#isBlank = line.length === 0 || (line.length === 1 && line[0] === newline) || (line.length === 2 && line[0] === 0x0d);
    // Mailbox files write ">From" for a line that begins with "From".
    const own =
      this.#isOfMailbox && line[0] === 0x3e && /^>+From /.test(Buffer.from(line.subarray(0, 40)).toString('latin1'))
        ? line.subarray(1)
        : line;
    this.#size += own.length;
    if (this.#size > maxMailBytes) this.#parts = [];
    else this.#parts.push(own);
  }
  take(): Uint8Array | null {
    return this.#size > maxMailBytes ? null : Buffer.concat(this.#parts);
  }
  get isEmpty(): boolean {
    return this.#size === 0;
  }
}

/** Lines with their ends; one that is longer than a mail can be comes in pieces. */
async function* rawLines(bytes: Bytes): AsyncGenerator<Uint8Array> {
  let rest: Uint8Array = Buffer.alloc(0);
  for await (const chunk of bytes) {
    const joined = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = joined.indexOf(newline); end >= 0; end = joined.indexOf(newline, start)) {
      yield joined.subarray(start, end + 1);
      start = end + 1;
    }
    rest = joined.subarray(start);
    if (rest.length <= 65_536) continue;
    yield rest;
    rest = Buffer.alloc(0);
  }
  if (rest.length > 0) yield rest;
}

/** The messages of a mailbox file, which begins with a separator, or the only one of a saved mail, where such a line is text. */
export async function* splitMails(bytes: Bytes): AsyncGenerator<RawMail> {
  let number = 1;
  let message = new Message(false);
  let isMailbox = false;
  for await (const line of rawLines(bytes)) {
    isMailbox ||= message.isEmpty && separator.equals(line.subarray(0, 5));
    if (isMailbox && message.isBlank && separator.equals(line.subarray(0, 5))) {
      if (!message.isEmpty) {
        yield { number, bytes: message.take() };
        number += 1;
      }
      message = new Message(true);
    } else if (!message.isEmpty || line.some((code) => code > 0x20)) message.add(line);
  }
  if (!message.isEmpty) yield { number, bytes: message.take() };
}

/** Why something in mails wasn't read; `count` says how often. */
export interface MailProblem {
  count: number;
  message: string;
}

const counted = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString('en-US')} ${many}`;

const largerThanAlerts = (numbers: readonly number[]): string =>
  numbers.length === 1
    ? `Email ${numbers[0]} is larger than 5 MB`
    : `${counted(numbers.length, 'email is', 'emails are')} larger than 5 MB`;

/** Reads mails one after the other, and keeps what couldn't be read, by service. */
export function createMailReader(now: number) {
  const formless = new Map<string, number>();
  const partly = new Map<string, number>();
  const known = new Set<string>();
  const broken: MailProblem[] = [];
  const tooLarge: number[] = [];
  let others = 0;
  const add = (counts: Map<string, number>, name: string, count: number): void => void counts.set(name, (counts.get(name) ?? 0) + count);
  return {
    async read({ number, bytes }: RawMail): Promise<FetchedItem[]> {
      if (bytes === null) {
        tooLarge.push(number);
        return [];
      }
      try {
        const { service, items, unread } = await readMail(bytes, now);
        if (service === null) others += 1;
        else if (items.length === 0) add(formless, service, 1);
        else known.add(service);
        if (service !== null && items.length > 0 && unread > 0) add(partly, service, unread);
        return items;
      } catch (error) {
        broken.push({ count: 1, message: `Email ${number} couldn't be taken apart: ${messageOf(error)}` });
        return [];
      }
    },
    /** Service → how many of its mails had no entries since the last that had some, also those counted before. */
    formlessSince(before: Readonly<Record<string, number>>): Map<string, number> {
      const counts = new Map(Object.entries(before).filter(([name]) => !known.has(name)));
      for (const [name, count] of formless) add(counts, name, count);
      return counts;
    },
    /** One line for each service and cause. */
    problems: (counts: ReadonlyMap<string, number> = formless): MailProblem[] => [
      ...[...counts].map(([name, count]) => ({
        count,
        message: `${counted(count, 'email', 'emails')} of ${name} had no entries that could be read. If it changed its form, please report it.`,
      })),
      ...[...partly].map(([name, count]) => ({
        count,
        message: `${counted(count, 'entry', 'entries')} in emails of ${name} had no link or text that could be read`,
      })),
      ...(tooLarge.length === 0 ? [] : [{ count: tooLarge.length, message: largerThanAlerts(tooLarge) }]),
      ...broken,
    ],
    /** What isn't wrong in a mailbox, where other mails arrive, too. */
    others: (): MailProblem[] =>
      others === 0
        ? []
        : [
            {
              count: others,
              message: `${counted(others, 'email is', 'emails are')} no alert of F5Bot, Google Alerts, Syften, Octolens, or Reddit`,
            },
          ],
  };
}
