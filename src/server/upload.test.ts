import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import Koa from 'koa';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { silentLog } from '#core/platform/log.ts';
import { sendRaw } from '#test/security/raw.ts';
import { errorBoundary } from './errors.ts';
import type { ServerState } from './state.ts';
import { clearUploads } from '#core/discovery/imports/uploads.ts';
import { createReceiveUpload, type Upload } from './upload.ts';

let dataDir: string;
let server: Server;
let url: string;
let got: Upload[];
let free: number;
let windowMs: number;
let limit: number;
let uploader: string;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'earshot-upload-'));
  got = [];
  free = 1_000_000_000;
  windowMs = 30_000;
  limit = 1_000_000;
  uploader = '1';
  let receive: ReturnType<typeof createReceiveUpload> | undefined;
  const app = new Koa<ServerState>();
  app.silent = true;
  app.use((ctx, next) => {
    ctx.state.requestId = 'test';
    return next();
  });
  app.use(errorBoundary(silentLog));
  app.use(async (ctx) => {
    receive ??= createReceiveUpload({ dataDir, diskSpace: () => Promise.resolve(free - bytesIn(dataDir)), perUser: limit, windowMs });
    got.push(await receive(ctx, { kind: 'user', userId: uploader, role: 'user' }, limit));
    ctx.body = 'ok';
  });
  server = createServer(app.callback());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(dataDir, { recursive: true });
});

function form(bytes: Uint8Array<ArrayBuffer> | string, name = 'posts.jsonl'): FormData {
  const data = new FormData();
  data.set('campaignId', '7');
  data.set('file', new Blob([bytes]), name);
  return data;
}
/** Of what was uploaded and is unfinished. */
const bytesIn = (folder: string): number =>
  existsSync(join(folder, 'tmp'))
    ? readdirSync(join(folder, 'tmp')).reduce((all, name) => all + statSync(join(folder, 'tmp', name)).size, 0)
    : 0;
const send = (body: RequestInit['body'], headers: Record<string, string> = {}) => fetch(url, { method: 'POST', body, headers });
const left = () => (existsSync(join(dataDir, 'tmp')) ? readdirSync(join(dataDir, 'tmp')) : []);

test('stores a file byte by byte under a generated name, readable only by its owner, and returns the form fields', async () => {
  const bytes = new Uint8Array(1_000_000).map((_, index) => index % 251);
  expect((await send(form(bytes, '../../etc/posts ü.jsonl.gz'))).status).toBe(200);
  const [upload] = got;
  expect(upload).toMatchObject({ name: expect.stringMatching(/^posts.*\.jsonl\.gz$/), fields: { campaignId: '7' } });
  expect(upload?.path.startsWith(join(dataDir, 'tmp'))).toBe(true);
  expect(readFileSync(upload?.path ?? '').equals(bytes)).toBe(true);
  expect(statSync(upload?.path ?? '').mode & 0o777).toBe(0o600);
});

test('rejects one byte too many, and leaves no file', async () => {
  expect((await send(form(new Uint8Array(1_000_001)))).status).toBe(413);
  expect([got, left()]).toEqual([[], []]);
});

test.each([
  ['JSON', JSON.stringify({ file: 'x' }), { 'content-type': 'application/json' }, 415],
  ['no type', new Uint8Array(3), {}, 415],
  ['a form without a file', new URLSearchParams({ file: 'x' }), {}, 400],
  ['a form without its boundary', 'x', { 'content-type': 'multipart/form-data' }, 400],
  [
    'half a form',
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nbytes',
    { 'content-type': 'multipart/form-data; boundary=x' },
    400,
  ],
] as const)('rejects %s, and leaves no file', async (...row) => {
  const [, body, headers, status] = row;
  expect((await send(body, headers)).status).toBe(status);
  expect([got, left()]).toEqual([[], []]);
});

test('treats a prototype key as an ordinary field', async () => {
  const data = form('x');
  data.set('__proto__', 'polluted');
  await send(data);
  expect(Object.getPrototypeOf(got[0]?.fields)).toBe(Object.prototype);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});

test('ignores a second file', async () => {
  const data = form('first');
  data.append('file', new Blob(['second']), 'b.jsonl');
  await send(data);
  expect(readFileSync(got[0]?.path ?? '', 'utf8')).toBe('first');
  expect(left()).toHaveLength(1);
});

test('responds and deletes the file when the disk fills up during an upload', async () => {
  limit = 100_000_000;
  const { port } = new URL(url);
  const head =
    'POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 90000000';
  const socket = connect(Number(port), '127.0.0.1');
  const answer = Promise.withResolvers<string>();
  socket.once('data', (bytes) => answer.resolve(bytes.toString()));
  socket.write(`${head}\r\n\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nfirst bytes`);
  await expect.poll(left).toHaveLength(1);
  free = 0;
  socket.write(Buffer.alloc(6_000_000));
  expect(await answer.promise).toMatch(/^HTTP\/1\.1 503 [^]*out of disk space/);
  expect([got, left()]).toEqual([[], []]);
  socket.destroy();
});

test('responds and deletes the file when an upload is too slow', async () => {
  windowMs = 50;
  const head = 'POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 200';
  const slow = `${head}\r\n\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nbytes`;
  const { status, body } = await sendRaw(url, slow, 3000);
  expect([status, body]).toEqual([408, expect.stringContaining('too slow')]);
  expect([got, left()]).toEqual([[], []]);
});

const partHead = '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n';
const formEnd = '\r\n--x--\r\n';

/** Starts an upload that announces `length` bytes, or none, and has sent its first ones. */
async function drip(length: number | null, first: Uint8Array | string = 'first bytes') {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const answer = new Promise<string>((resolve) => void socket.once('data', (bytes) => resolve(bytes.toString())));
  const size = length === null ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`;
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: multipart/form-data; boundary=x\r\n${size}\r\n\r\n`);
  const write = (bytes: Uint8Array | string) => {
    if (length === null) socket.write(`${bytes.length.toString(16)}\r\n`);
    socket.write(bytes);
    if (length === null) socket.write('\r\n');
  };
  write(partHead);
  write(first);
  return { answer, write, socket };
}

test.each([
  ['more than a file may have', 2_000_000, /^HTTP\/1\.1 413 [^]*at most/],
  ['more than half of what is free', 600_000, /^HTTP\/1\.1 413 [^]*space for files of/],
])('refuses an upload that announces %s before its first byte arrives', async (_, length, expected) => {
  free = 1_000_000;
  const { answer } = await drip(length);
  expect(await answer).toMatch(expected);
  expect([got, left()]).toEqual([[], []]);
});

test.each([
  ['with', 900_000],
  ['without', null],
])("leaves room for others' files, and none for more of a user's own, during an upload %s a length", async (_, length) => {
  const { socket } = await drip(length);
  await expect.poll(left).toHaveLength(1);
  const second = await send(form(new Uint8Array(200_000)));
  expect([second.status, await second.text()]).toEqual([429, expect.stringContaining('other uploads are still running')]);
  uploader = '2';
  expect((await send(form(new Uint8Array(200_000)))).status).toBe(200);
  socket.destroy();
  await expect.poll(left).toHaveLength(1);
  uploader = '1';
  // The room is free a moment after the file is gone.
  await expect.poll(async () => (await send(form(new Uint8Array(200_000)))).status).toBe(200);
});

test('leaves disk space for everything else, however many users upload as much as they may', async () => {
  free = 40_000_000;
  limit = 100_000_000;
  for (let user = 1; user <= 6; user += 1) {
    uploader = String(user);
    const { write } = await drip(null);
    await expect.poll(left).toHaveLength(user);
    write(Buffer.alloc(Math.floor(free / 2 ** user) - 100_000));
  }
  await expect.poll(() => bytesIn(dataDir)).toBeGreaterThan(38_000_000);
  expect(free - bytesIn(dataDir)).toBeGreaterThan(0);
  expect(left(), 'none was refused').toHaveLength(6);
});

test('ends an upload without a length when it exceeds its room', async () => {
  free = 2_000_000;
  limit = 100_000_000;
  const { answer, write } = await drip(null);
  await expect.poll(left).toHaveLength(1);
  write(Buffer.alloc(1_100_000));
  write(formEnd);
  write('');
  expect(await answer).toMatch(/^HTTP\/1\.1 413 [^]*0 MiB at most/);
  expect([got, left()]).toEqual([[], []]);
});

test('deletes the file when the client disconnects midway', async () => {
  const head = [
    'POST / HTTP/1.1',
    'Host: x',
    'Connection: close',
    'Content-Type: multipart/form-data; boundary=x',
    'Content-Length: 200',
    '',
    '',
  ].join('\r\n');
  await sendRaw(url, `${head}--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nbytes`, 30).catch(() => {});
  await expect.poll(left).toEqual([]);
});

test('deletes unfinished uploads of an earlier process', async () => {
  await send(form('x'));
  expect(left()).toHaveLength(1);
  await clearUploads(dataDir, Infinity);
  expect(left()).toEqual([]);
});

test('completes an upload beside which `earshot prune` deletes what an earlier process left', async () => {
  await send(form('left behind'));
  const old = join(dataDir, 'tmp', left()[0] ?? '');
  utimesSync(old, 1, 1);
  const { answer, write } = await drip(partHead.length + 'first bytes'.length + 9_500 + formEnd.length);
  await expect.poll(left).toHaveLength(2);
  const bin = join(import.meta.dirname, '../cli/main.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [bin, 'prune'], { env: { ...process.env, EARSHOT_DATA_DIR: dataDir } });
  expect(stdout).toContain('Removed 1 file');
  expect(stdout).toContain('1 upload is still running');
  expect([existsSync(old), left().length]).toEqual([false, 1]);
  write(Buffer.alloc(9_500));
  write(formEnd);
  expect(await answer).toMatch(/^HTTP\/1\.1 200/);
  expect(statSync(got[1]?.path ?? '').size).toBe('first bytes'.length + 9_500);
});
