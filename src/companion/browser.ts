import type { PageCall, PageText, SavedText } from '#shared/companion.ts';

/** The part of the browsers' extension API that is used here. */
interface Browser {
  action: {
    onClicked: { addListener(run: (tab: { id?: number }) => void): void };
    setBadgeText(badge: { tabId: number; text: string }): Promise<void>;
    setTitle(title: { tabId: number; title: string }): Promise<void>;
  };
  runtime: {
    sendMessage(message: unknown): Promise<unknown>;
    onMessage: { addListener(run: (message: never, sender: unknown, respond: (answer: unknown) => void) => true): void };
    openOptionsPage(): Promise<void>;
  };
  scripting: { executeScript(script: { target: { tabId: number }; files: string[] }): Promise<unknown> };
  storage: {
    local: {
      get(name: string): Promise<Record<string, unknown>>;
      set(values: object): Promise<void>;
      remove(name: string): Promise<void>;
      /** Only in Chromium. */
      setAccessLevel?(level: { accessLevel: 'TRUSTED_CONTEXTS' }): Promise<void>;
    };
  };
  permissions: { request(wanted: { origins: string[] }): Promise<boolean>; remove(held: { origins: string[] }): Promise<boolean> };
  windows: { create(window: { url: string; type: 'popup'; width: number; height: number }): Promise<unknown> };
}

const { browser: own, chrome } = globalThis as unknown as { browser?: Browser; chrome: Browser };
/** Firefox has both names, Chromium has one. */
export const browser = own ?? chrome;

export interface Scored {
  campaigns: { id: string; name: string }[];
  /** In the order of the texts. */
  calls: (PageCall | null)[];
}

/** What the page's script asks of the background, which alone knows the token. */
export type Message =
  | { kind: 'score'; texts: PageText[] }
  | { kind: 'save'; campaignId: string; texts: PageText[] }
  | { kind: 'open'; path: string };

interface Results {
  score: Scored;
  save: SavedText[];
  open: null;
}
export type Reply<T = unknown> = { ok: true; result: T } | { ok: false; problem: string };

/** Throws an error whose message can be shown. */
export async function ask<M extends Message>(message: M): Promise<Results[M['kind']]> {
  const reply = (await browser.runtime.sendMessage(message)) as Reply<Results[M['kind']]>;
  if (!reply.ok) throw new Error(reply.problem);
  return reply.result;
}
