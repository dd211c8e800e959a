import { deflateSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Feedback } from '#shared/feedback.ts';
import { makeServer, type Api, type TestServer } from '#test/support/serve.ts';

let server: TestServer;
let admin: Api;
let ada: Api;
beforeEach(async () => {
  server = await makeServer();
  admin = server.api((await server.member('root', 'admin')).token);
  ada = server.api((await server.member('ada')).token);
});
afterEach(() => server.close());

/** A PNG of a single color. */
function png(): Buffer {
  const chunk = (kind: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(kind), data]);
    const out = Buffer.alloc(body.length + 8);
    out.writeUInt32BE(data.length, 0);
    body.copy(out, 4);
    out.writeUInt32BE(0, body.length + 4);
    return out;
  };
  const head = Buffer.from([0, 0, 0, 2, 0, 0, 0, 2, 8, 0, 0, 0, 0]);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', deflateSync(Buffer.alloc(6))), chunk('IEND', Buffer.alloc(0))]);
}
function sized(picture: Buffer, side: number): Buffer {
  picture.writeUInt32BE(side, 16);
  picture.writeUInt32BE(side, 20);
  return picture;
}
/** Minimal image headers that contain only the dimensions. */
function jpeg(side: number): Buffer {
  const frame = Buffer.from('ffd8ffe000040000ffc0001108000000000301110002110003110000', 'hex');
  frame.writeUInt16BE(side, 13);
  frame.writeUInt16BE(side, 15);
  return Buffer.concat([frame, Buffer.alloc(32)]);
}
function webp(side: number): Buffer {
  const head = Buffer.from('52494646000000005745425056503858000000000000000000000000000000', 'hex');
  head.writeUIntLE(side - 1, 24, 3);
  head.writeUIntLE(side - 1, 27, 3);
  return Buffer.concat([head, Buffer.alloc(32)]);
}
const urlOf = (bytes: Buffer, type = 'image/png'): string => `data:${type};base64,${bytes.toString('base64')}`;
const send = (api: Api, picture?: string) =>
  api.post('/feedback', {
    kind: 'problem',
    message: 'The list jumps',
    page: '/dashboard/leads',
    ...(picture === undefined ? {} : { picture }),
  });

test('delivers feedback to admins, and the reply to its author', async () => {
  const sent = (await send(ada)).json as Feedback;
  expect(sent).toMatchObject({ status: 'new', hasPicture: false, page: '/dashboard/leads' });
  expect((await admin.get('/admin/feedback')).json).toMatchObject({ items: [{ id: sent.id, user: { username: 'ada' } }] });
  await admin.patch(`/admin/feedback/${sent.id}`, { status: 'done', reply: 'Fixed in the next version' });
  expect((await ada.get('/feedback')).json).toMatchObject({ items: [{ status: 'done', reply: 'Fixed in the next version' }] });
});

describe('attached picture', () => {
  test('is shown unchanged, and only to admins', async () => {
    const sent = (await send(ada, urlOf(png()))).json as Feedback;
    expect(sent.hasPicture).toBe(true);
    expect((await admin.get(`/admin/feedback/${sent.id}/picture`)).json).toEqual({ picture: urlOf(png()) });
    expect((await ada.get(`/admin/feedback/${sent.id}/picture`)).status).toBe(403);
    expect((await ada.get('/feedback')).text).not.toContain('base64');
  });

  const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><rect width="9" height="9"/></svg>');
  test.each([
    ['an SVG, which can contain scripts', urlOf(script, 'image/svg+xml')],
    ['an SVG declared as a PNG', urlOf(script)],
    ['a page', urlOf(Buffer.from('<script>alert(1)</script>'.repeat(4)), 'text/html')],
    ['a JPEG declared as a PNG', urlOf(Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.alloc(64)]))],
    ["a RIFF file that isn't a WebP", urlOf(Buffer.concat([Buffer.from('RIFF0000WAVE'), Buffer.alloc(64)]), 'image/webp')],
    ['an address', 'https://example.test/a.png'],
    ['text after the image data', `${urlOf(png())}" onerror="alert(1)`],
    ['nothing', ''],
    ['a PNG of 50,000 by 50,000 pixels', urlOf(sized(png(), 50_000))],
    ['a JPEG of 65,535 by 65,535 pixels', urlOf(jpeg(65_535), 'image/jpeg')],
    ['a WebP of 16,384 by 16,384 pixels', urlOf(webp(16_384), 'image/webp')],
    ['a PNG without a header', urlOf(Buffer.concat([png().subarray(0, 8), Buffer.alloc(64)]))],
  ])('that is %s is rejected with its path, and the feedback with it', async (_, picture) => {
    const answer = await send(ada, picture);
    expect([answer.status, answer.json]).toMatchObject([400, { details: [{ path: 'picture' }] }]);
    expect((await admin.get('/admin/feedback')).json).toMatchObject({ items: [] });
  });

  test.each([
    ['JPEG', urlOf(jpeg(4000), 'image/jpeg')],
    ['WebP', urlOf(webp(4000), 'image/webp')],
  ])('may be a %s of a large screen', async (_, picture) => {
    expect((await send(ada, picture)).status).toBe(201);
  });

  test('is rejected if it is too large', async () => {
    const large = urlOf(Buffer.concat([png(), Buffer.alloc(720_000)]));
    expect((await send(ada, large)).status).toBe(400);
    expect((await send(ada, urlOf(Buffer.concat([png(), Buffer.alloc(2_000_000)])))).status).toBe(413);
  });

  test('is deleted with the account', async () => {
    const sent = (await send(ada, urlOf(png()))).json as Feedback;
    expect((await ada.get('/auth/me/export')).status).toBe(200);
    const body = JSON.stringify({ password: 'ada has a long one' });
    await ada.send('DELETE', '/auth/me', { body, headers: { 'content-type': 'application/json' } });
    expect((await admin.get(`/admin/feedback/${sent.id}/picture`)).status).toBe(404);
    expect(await server.core.db('feedback_pictures').count<{ n: number }>({ n: '*' }).first()).toEqual({ n: 0 });
  });
});
