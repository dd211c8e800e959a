// Checks whether response times reveal if an address has an account: 200 samples each, known and unknown alternating. Both
// addresses are requested equally often, because the first attempt for an address adds a row.
import { systemActor } from '#core/platform/actor.ts';
import { defaultCost } from '#core/accounts/passwords.ts';
import type { Core } from '#core/open.ts';
import { startSmtp } from '#test/security/smtp.ts';
import { makeServer, type Api } from '#test/support/serve.ts';
import type { Figure } from './generated-data.ts';

const samples = 200;
const apartMs = 26 * 3_600_000;

const medianOf = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

interface Question {
  figure: string;
  path: string;
  body: (email: string) => unknown;
  status: number;
}
const questions: Question[] = [
  { figure: 'sign in with a wrong password', path: '/auth/login', body: (email) => ({ email, password: 'not this one' }), status: 401 },
  { figure: 'ask for a reset link', path: '/auth/forgot-password', body: (email) => ({ email }), status: 200 },
];

async function timeOf({ core, api }: { core: Core; api: Api }, { path, body, status }: Question, email: string): Promise<number> {
  const began = performance.now();
  const answer = await api.post(path, body(email));
  const spent = performance.now() - began;
  if (answer.status !== status) throw new Error(`${path} answered ${answer.status}`);
  // Work after the response must not slow the next request.
  await core.accounts.users.settle();
  return spent;
}

export async function run(): Promise<Figure[]> {
  const smtp = await startSmtp();
  const server = await makeServer({ smtp: { url: smtp.url }, http: { publicUrl: 'http://localhost' } }, { passwordCost: defaultCost });
  const password = 'a quiet harbour at noon';
  await server.core.accounts.users.addUser(systemActor, { username: 'ada', email: 'ada@example.test', password });
  const api = server.api();
  const figures: Figure[] = [];
  for (const question of questions) {
    const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
    for (let sample = 0; sample < samples; sample += 1) {
      // Far enough apart to stay below every limit of attempts.
      server.clock.now += apartMs;
      times.known.push(await timeOf({ core: server.core, api }, question, 'ada@example.test'));
      times.unknown.push(await timeOf({ core: server.core, api }, question, 'eve@example.test'));
    }
    const [known, unknown] = [medianOf(times.known), medianOf(times.unknown)];
    figures.push({
      figure: `${question.figure}, median of ${samples}`,
      ours: `${known.toFixed(2)} ms for a known address`,
      yardstick: `${unknown.toFixed(2)} ms for an unknown one`,
      ratio: (known / unknown).toFixed(3),
      target: '0.90 to 1.10',
    });
  }
  await server.close();
  await smtp.close();
  return figures;
}

if (import.meta.main) console.table(await run());
