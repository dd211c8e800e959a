import { describe, expect, test } from 'vitest';
import { type Actor, systemActor } from '#core/platform/actor.ts';
import { createGuardedClient } from '#core/platform/http/guarded.ts';
import type { Resolve } from '#core/platform/http/target.ts';
import { addChannel, openNotified } from '#test/support/notified.ts';
import { postTo } from './http-result.ts';

describe('a receiver on a private network', () => {
  const neutral = "Couldn't reach the address. If it is on a private network, an admin can allow it under Admin → Connections";
  const hook = (url: string) => ({ kind: 'webhook' as const, name: 'Inside', target: { url } });

  test('is refused when saved, with who can allow it, by its address alone', async () => {
    const { core, ann } = await openNotified({ security: { allowPrivateHosts: [] } });
    const channel = await addChannel(core, ann, hook('https://example.com/hook'));
    const admin: Actor = { kind: 'user', userId: ann.userId, role: 'admin' };
    for (const url of ['http://10.0.0.1/', 'http://169.254.169.254/latest', 'http://[::1]/', 'http://localhost:22/', 'http://ntfy.lan/x']) {
      const refused = (message: string) => ({ code: 'invalid', message, details: [{ path: 'target.url', message }] });
      const forUsers = 'This address is on a private network. An admin can allow it under Admin → Connections.';
      await expect(addChannel(core, ann, hook(url))).rejects.toMatchObject(refused(forUsers));
      await expect(core.notifications.channels.update(ann, channel.id, { target: { url } })).rejects.toMatchObject(refused(forUsers));
      await expect(addChannel(core, admin, hook(url))).rejects.toThrow('notify.allowPrivateHosts');
    }
    await expect(addChannel(core, ann, hook('https://example.com:8443/'))).rejects.toThrow('Earshot only calls ports 80 and 443.');
  });

  test('can be called once an admin has allowed its network, at once and nothing beside it', async () => {
    const { core, ann, receiver } = await openNotified({ security: { allowPrivateHosts: [] } });
    await expect(addChannel(core, ann, hook(receiver.url))).rejects.toThrow('private network');
    await core.instance.connections.change(systemActor, 'receivers', { 'notify.allowPrivateHosts': '127.0.0.0/8' });
    const { id } = await addChannel(core, ann, hook(receiver.url));
    expect(await core.notifications.channels.test(ann, id)).toMatchObject({ sent: true });
    await expect(addChannel(core, ann, hook('http://10.0.0.1/'))).rejects.toThrow('private network');

    await core.instance.connections.change(systemActor, 'receivers', { 'notify.allowPrivateHosts': null });
    await core.db('notification_channels').update({ tested_at: null });
    expect(await core.notifications.channels.test(ann, id)).toEqual({
      sent: false,
      message: 'This address is on a private network. An admin can allow it under Admin → Connections.',
    });
    expect(receiver.calls).toHaveLength(1);
  });

  test.each(['10.0.0.0/33', 'http://ntfy.lan', '300.1.1.1', 'a b'])('can not be allowed as %s', async (entry) => {
    const { core } = await openNotified();
    await expect(core.instance.connections.change(systemActor, 'receivers', { 'notify.allowPrivateHosts': entry })).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('networks such as 10.0.0.0/8') as unknown,
    });
  });

  test('gives the same error as an unreachable one when only resolving its name tells', async () => {
    const found: Resolve = async (host) => [{ address: host === 'inside.example.com' ? '10.0.0.1' : '127.0.0.1', family: 4 }];
    const resolve: Resolve = async (host) =>
      host === 'nowhere.example.com' ? Promise.reject(Object.assign(new Error('Not found'), { code: 'ENOTFOUND' })) : found(host);
    const client = createGuardedClient({ allowPrivateHosts: [], resolve });
    const answers = ['inside', 'here', 'nowhere'].map((name) => postTo(client, { url: `http://${name}.example.com/`, body: {} }));
    const result = { kind: 'failed', reason: neutral, again: true };
    expect(await Promise.all(answers)).toEqual([{ result }, { result }, { result }]);
    await client.close();
  });
});
