import { expect, it } from 'vitest';
import { type AuthResult, authRoutes } from '#shared/auth.ts';
import { createClient } from './api.ts';
import { createSession } from './session-store.ts';
import { createStorage, createTokenStore } from './storage.ts';

function makeTab() {
  const sent: (string | null)[] = [];
  const reported: string[] = [];
  const screen: { workspace: string | null } = { workspace: null };
  const body = { error: 'other_workspace', message: "You're in another workspace now, so this wasn't done.", requestId: 'r1' };
  const token = createTokenStore(createStorage(() => null));
  const call = createClient({
    base: '/api',
    fetch: async (_, init) => {
      sent.push(new Headers(init?.headers).get('x-workspace'));
      return Promise.resolve(Response.json(body, { status: 409 }));
    },
    token,
    onUnauthenticated: () => {},
    workspace: () => screen.workspace,
    onOtherWorkspace: () => void reported.push('refused'),
  });
  const ignore = () => {};
  const session = createSession({
    call,
    token,
    showToast: { info: ignore, success: ignore, error: ignore },
    log: { info: ignore, warn: ignore, error: ignore },
    now: () => 0,
    leaveFor: ignore,
    clearPrivateData: ignore,
    openAnew: () => void reported.push('opened anew'),
  });
  return { sent, reported, screen, call, session };
}

it('names the workspace on screen with each request, and notices when the session is in another one', async () => {
  const { sent, reported, screen, call } = makeTab();
  await call(authRoutes.sessions, {}).catch(() => {});
  screen.workspace = '7';
  const failure = await call(authRoutes.updateProfile, { body: {} }).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'other_workspace', status: 409 });
  expect(sent).toEqual([null, '7']);
  expect(reported).toEqual(['refused', 'refused']);
});

it('opens anew when a new session of the same person is in another workspace than the screen', () => {
  const { session, reported } = makeTab();
  const at = (id: string) => ({ token: id, user: { id: '1', workspace: { id } } }) as AuthResult;
  session.adopt(at('7'));
  session.adopt(at('7'));
  expect(reported).toEqual([]);
  session.adopt(at('1'));
  expect(reported).toEqual(['opened anew']);
});
