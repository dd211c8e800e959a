import { createCatalog } from '#shared/sentences.ts';
import germanSentences from '../shared/languages/de-sentences.json' with { type: 'json' };
import { browser } from './browser.ts';
import { language, t, texts } from './texts.ts';

/** The instance that this browser is connected to. */
export interface Link {
  /** With a slash at the end. */
  address: string;
  token: string;
}

const sentences = { en: {}, de: germanSentences };
/** What the instance says, in the browser's language. Not in the page's script, which the catalog would slow down. */
export const said = createCatalog({ '“{text}”': t('“{text}”') }, sentences[language], language);

const name = 'link';

export async function readLink(): Promise<Link | null> {
  const { [name]: link } = await browser.storage.local.get(name);
  return (link as Link | undefined) ?? null;
}
/** From scripts in pages, the extension's own included. */
export const hideLink = async (): Promise<void> => browser.storage.local.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' });
export async function keepLink(link: Link): Promise<void> {
  await hideLink();
  await browser.storage.local.set({ [name]: link });
}
export const forgetLink = (): Promise<void> => browser.storage.local.remove(name);

/** Calls the instance, and no one else. Throws an error whose message can be shown. */
export async function call(address: string, path: string, { token, body }: { token?: string; body: object }): Promise<unknown> {
  const response = await fetch(`${address}api${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    credentials: 'omit',
    redirect: 'error',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
  }).catch(() => {
    throw new Error(texts.unreachable(address));
  });
  const answer = (await response.json().catch(() => ({}))) as { message?: unknown };
  if (response.status === 401) throw new Error(texts.ended);
  if (!response.ok) throw new Error(typeof answer.message === 'string' ? said.sent(answer.message) : texts.notThis(address));
  return answer;
}
