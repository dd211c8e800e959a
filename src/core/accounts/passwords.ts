import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { AppError } from '#core/platform/errors.ts';
import { widestNetworkOf } from '#core/platform/http/network.ts';
import { Slots } from '#core/platform/slots.ts';

/**
 * Who has a password hashed: somebody who has shown to be this user (by a session, a link, a known browser, or the command line), or
 * a stranger from this address.
 */
export type Asker = { userId: string } | { address: string };
export const askedByServer: Asker = { userId: 'server' };

const inAMoment = (why: string) => new AppError('too_many', `${why} Try again in a moment.`, { retryAfter: 3 });
const crowded = () => inAMoment('Too many people are signing in right now.');

/**
 * A gate for strangers and one for users, so that strangers, however many networks they come from, never fill the users' one. One
 * passes each at a time, because hashing takes 19 MiB and one of the threads that the database needs too. So few wait that the
 * last one still finishes well within a request's deadline. A network has one waiting place.
 */
export function createGates() {
  const running = { each: 1, all: 1 };
  const users = new Slots({ running, waiting: { each: 10, all: 40, refusal: crowded } });
  const refusal = (whose: 'own' | 'all') => (whose === 'own' ? inAMoment('Others are signing in from your network.') : crowded());
  const strangers = new Slots({ running, waiting: { each: 1, all: 18, refusal } });
  return <T>(asker: Asker, work: () => Promise<T>): Promise<T> =>
    'userId' in asker ? users.run(asker.userId, work) : strangers.run(widestNetworkOf(asker.address), work);
}

/** Parameters of Argon2id (RFC 9106), each for one lane. */
export interface PasswordCost {
  /** KiB, at least 8. */
  memory: number;
  passes: number;
}
/** 19 MiB and about 50 ms (OWASP password storage cheat sheet). */
export const defaultCost: PasswordCost = { memory: 19_456, passes: 2 };

export interface Passwords {
  hash(password: string, asker: Asker): Promise<string>;
  /** Without a stored hash, or with the empty one of an account without a password, it does the same work and returns false. */
  verify(password: string, stored: string | undefined, asker: Asker): Promise<boolean>;
  /** Whether it was made with other parameters than the current ones. */
  isOutdated(stored: string): boolean;
}

const saltBytes = 16;
const keyBytes = 32;
/** The PHC string format, which other software writes and reads too. */
const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

function parse(stored: string): { cost: PasswordCost; salt: Buffer; key: Buffer } | null {
  const [, memory, passes, salt = '', key = ''] = form.exec(stored) ?? [];
  const bytes = Buffer.from(key, 'base64');
  if (memory === undefined || bytes.length !== keyBytes) return null;
  return { cost: { memory: Number(memory), passes: Number(passes) }, salt: Buffer.from(salt, 'base64'), key: bytes };
}

const derive = (password: string, nonce: Buffer, cost: PasswordCost): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const parameters = { ...cost, message: Buffer.from(password, 'utf8'), nonce, parallelism: 1, tagLength: keyBytes };
    argon2('argon2id', parameters, (error, key) => (error ? reject(error) : resolve(key)));
  });

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
const write = ({ memory, passes }: PasswordCost, salt: Buffer, key: Buffer): string =>
  `$argon2id$v=19$m=${String(memory)},t=${String(passes)},p=1$${unpadded(salt)}$${unpadded(key)}`;

/** Both throw `too_many` when too many wait at the asker's gate. */
export function createPasswords(cost: PasswordCost = defaultCost): Passwords {
  const pass = createGates();
  const nobody = write(cost, randomBytes(saltBytes), randomBytes(keyBytes));
  return {
    async hash(password, asker) {
      const salt = randomBytes(saltBytes);
      return write(cost, salt, await pass(asker, () => derive(password, salt, cost)));
    },
    async verify(password, stored, asker) {
      const parsed = parse(stored || nobody);
      if (!parsed) return false;
      const key = await pass(asker, () => derive(password, parsed.salt, parsed.cost));
      return timingSafeEqual(key, parsed.key);
    },
    isOutdated(stored) {
      const parsed = parse(stored);
      return parsed?.cost.memory !== cost.memory || parsed.cost.passes !== cost.passes;
    },
  };
}

/** What attackers try first: lowercase, eight characters or more, because the schema rejects shorter ones. */
const guessedFirst = new Set(
  `00000000 000000000 0000000000 01234567 012345678 0123456789 0987654321 10203040 11111111 111111111 1111111111 11223344 1122334455
  112233445566 12121212 121212121 12131415 123123123 123123123123 12312312 12341234 1234512345 12345678 123456789 1234567890 12345678910
  1234567891 123456789a 123456789q 12345678a 12345678q 1234qwer 123654789 123698745 123abc123 123qweasd 123qweasdzxc 1357924680 13579246
  147258369 14725836 159357159 1597534862 159753159 18436572 1a2b3c4d 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz1qaz 1qaz2wsx 1qaz2wsx3edc
  1qazxsw2 20202020 22222222 222222222 23456789 25802580 33333333 36925814 44444444 55555555 555555555 66666666 77777777 777777777 87654321
  88888888 888888888 987654321 9876543210 99999999 999999999 a1234567 a12345678 a123456789 a1b2c3d4 a1b2c3d4e5 aa123456 aa12345678 aaaaaaaa
  aaaaaaaaa abc12345 abc123456 abc123abc abcd1234 abcd12345 abcdefgh abcdefghi abcdefghij abcdef123 access14 adminadmin admin123 admin1234
  admin12345 admin123456 administrator alexander anderson apple123 asdasdasd asdf1234 asdfasdf asdfghjk asdfghjkl asdfghjkl1 asdf;lkj
  austin316 awesome1 azerty123 azertyuiop babygirl babygirl1 baseball baseball1 basketball batman123 beautiful benjamin bigdaddy blink182
  bubblegum butterfly butterfly1 carolina changeme changeme1 changeme123 charlie1 charlie123 charlotte cheese123 chelsea1 chocolate
  chocolate1 christian christina christopher cocacola computer computer1 consumer corvette courtney creative crystal1 danielle
  december default1 defaultpassword diamond1 dolphin1 doraemon dragon123 dragonball earshot1 earshot123 einstein elephant elizabeth
  eminem123 everton1 facebook facebook1 familia1 fernando firebird football football1 football123 forever1 formula1 freedom1 friendly
  friends1 fuckyou1 fuckyou123 fuckyou2 garfield gabriel1 garfield1 george123 ginger12 godzilla goldfish goodluck google123 gordon24
  gregory1 guest123 hacker123 hannah123 hardcore harley123 hello123 hello1234 hellohello hellokitty helpdesk hercules highland hockey12
  homework hottie123 humphrey hunter12 hunter123 hunter2hunter2 iceman123 icecream iloveyou iloveyou1 iloveyou12 iloveyou123 iloveyou2
  iloveyou! infinity internet internet1 ironman1 isabella jackson1 jasmine1 jennifer jennifer1 jessica1 jessica123 jonathan jordan23
  jordan123 jordan12 joshua123 juventus killer123 kimberly lakers24 lastfm123 lauren123 leonardo letmein1 letmein12 letmein123 letmein!
  letmeinnow linkedin linkinpark liverpool liverpool1 logitech lovelove lovely123 loveyou1 loveyou123 ludacris madison1 magic123 marlboro
  marina123 maryjane master12 master123 matthew1 maverick maximus1 mercedes metallica michael1 michael123 michelle michelle1 microsoft
  midnight mitchell mnbvcxz1 mohammed monkey12 monkey123 monster1 mountain mustang1 mynameis mypassword mypassword1 myspace1 myspace123
  naruto123 natalie1 nicholas nicole123 nintendo nothing1 november ncc1701d oliver123 overlord p@$$w0rd p@ssw0rd p@ssw0rd1 p@ssw0rd123
  p@ssword p@ssword1 pa$$w0rd pa55w0rd pa55word pakistan pakistan123 panther1 paradise pass1234 pass12345 passpass passw0rd passw0rd1
  passw0rd! password password! password0 password00 password01 password1 password1! password10 password11 password12 password123
  password123! password1234 password12345 password2 password2024 password2025 password2026 password21 password3 password321 password4
  password5 password7 password9 password99 password@123 passwordpassword passwords patricia patrick1 peaches1 peanut123 pepper123
  phoenix1 pokemon1 pokemon123 porsche911 portugal poohbear princess princess1 princess12 princess123 qazwsx12 qazwsx123 qazwsxed
  qazwsxedc qazxsw123 q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 qq123456 qwe12345 qwe123qwe qweasd123 qweasdzx qweasdzxc qweqweqwe qwer1234
  qwer12345 qwert123 qwert12345 qwerty00 qwerty01 qwerty1! qwerty11 qwerty12 qwerty123 qwerty123! qwerty1234 qwerty12345 qwerty123456
  qwerty321 qwerty99 qwertyqwerty qwertyui qwertyuio qwertyuiop qwertyuiop1 qwertzuiop rainbow1 rangers1 reddit123 redditreddit redskins
  richard1 robert123 rockstar rockyou1 ronaldo7 rootroot root1234 ronaldo123 rush2112 samantha samantha1 samsung1 samsung123 scarface
  scooby12 scorpion secret12 secret123 security sergey123 september shadow12 shadow123 shannon1 shopping simpsons skywalker slipknot
  snickers snowball soccer12 soccer123 softball sometimes sophie123 spiderman spiderman1 spongebob starcraft startrek starwars starwars1
  steelers stephanie student1 summer12 summer123 summer2024 summer2025 summer2026 sunflower sunshine sunshine1 superman superman1
  superman123 superstar swordfish sysadmin taylor123 teacher1 temp1234 temporary test1234 test12345 testing1 testing123 testpass testtest
  thailand thomas123 thunder1 tigger123 tinkerbell tinkerbell1 tottenham trinity1 trustno1 twilight unicorn1 universal username valentine
  vanessa1 victoria victoria1 voyager1 welcome1 welcome12 welcome123 welcome1! welcome2024 welcome2025 welcome2026 whatever whatever1
  william1 windows10 winner123 winter12 winter123 winter2024 winter2025 winter2026 wolverine wrestling xxxxxxxx yamaha123 yankees1
  yourmom1 yourpassword zaq12wsx zaq1zaq1 zaq1xsw2 zxcv1234 zxcvbnm1 zxcvbnm123 zxcvbnm, zxcvzxcv zzzzzzzz`.split(/\s+/),
);

interface Chosen {
  password: string;
  /** Name of the request's field. */
  field: string;
  /** Email address and name of the account. */
  own: readonly string[];
}

/**
 * Throws `invalid` for a guessable password. The schema checks the length; no character classes are required (OWASP ASVS 6.2.5).
 */
export function refuseGuessable({ password, field, own }: Chosen): void {
  const lower = password.toLowerCase();
  const refuse = (message: string) => new AppError('invalid', message, { details: [{ path: field, message }] });
  if (guessedFirst.has(lower)) throw refuse('This password is too common. Choose another one.');
  if (new Set(lower).size < 3) throw refuse('Use more than two different characters.');
  if (own.some((text) => text.toLowerCase() === lower)) throw refuse("Don't use your username or email address as your password.");
}
