import { companionRoutes } from '#shared/companion.ts';
import { browser } from './browser.ts';
import { call, forgetLink, keepLink, readLink, type Link } from './link.ts';
import { language, t, texts } from './texts.ts';

document.documentElement.lang = language;
for (const element of document.querySelectorAll('[data-text]'))
  element.textContent = t((element.textContent ?? '').trim().replaceAll(/\s+/g, ' '));

const find = (id: string) => document.querySelector(`#${id}`) as HTMLElement;
const [connecting, connected] = [find('connect') as HTMLFormElement, find('connected') as HTMLFormElement];

/** Without a port, which Firefox doesn't know here. */
const originOf = ({ protocol, hostname }: URL): string => `${protocol}//${hostname}/*`;

function addressIn(text: string): URL | null {
  const url = URL.parse(text.trim().replace(/\/*$/, '/'));
  return url && /^https?:$/.test(url.protocol) && url.username === '' ? new URL(url.origin + url.pathname) : null;
}

const browserName = (): string =>
  /\b(Firefox|Edg|OPR|Chrome)\//.exec(navigator.userAgent)?.[1]?.replace('Edg', 'Edge').replace('OPR', 'Opera') ?? '';

function show(link: Link | null): void {
  connecting.hidden = link !== null;
  connected.hidden = link === null;
  find('where').textContent = link === null ? '' : texts.connected(link.address);
}

const report = (problem: string): void => void (find('problem').textContent = problem);
const whenSent = (form: HTMLFormElement, send: () => Promise<void>): void =>
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    report('');
    send().catch((error: unknown) => report(error instanceof Error ? error.message : String(error)));
  });

whenSent(connecting, async () => {
  const given = new FormData(connecting);
  const [address, code] = [given.get('address') as string, given.get('code') as string];
  const url = addressIn(address);
  if (!url) throw new Error(texts.noAddress);
  // Before anything else: browsers ask only right after a click.
  if (!(await browser.permissions.request({ origins: [originOf(url)] }))) throw new Error(texts.refused);
  const { token } = (await call(url.href, companionRoutes.pair.path, { body: { code, browser: browserName() } })) as { token: string };
  const link = { address: url.href, token };
  await keepLink(link);
  connecting.reset();
  show(link);
});

whenSent(connected, async () => {
  const link = await readLink();
  await forgetLink();
  if (link) await browser.permissions.remove({ origins: [originOf(new URL(link.address))] });
  show(null);
});

show(await readLink());
