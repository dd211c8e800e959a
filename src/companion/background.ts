import { companionRoutes, maxTexts, maxTextsLength, type PageText, type SavedText } from '#shared/companion.ts';
import { browser, type Message, type Reply, type Scored } from './browser.ts';
import { call, hideLink, readLink, said } from './link.ts';
import { texts as labels } from './texts.ts';

/** As many as fit a request, in their order. */
function* batchesOf(texts: readonly PageText[]): Generator<PageText[]> {
  let batch: PageText[] = [];
  let length = 0;
  for (const text of texts) {
    const own = text.title.length + text.text.length;
    if (batch.length === maxTexts || length + own > maxTextsLength) {
      yield batch;
      [batch, length] = [[], 0];
    }
    batch.push(text);
    length += own;
  }
  if (batch.length > 0) yield batch;
}

async function answer(message: Message): Promise<unknown> {
  const link = await readLink();
  if (!link) throw new Error(labels.ended);
  const { address, token } = link;
  if (message.kind === 'open') {
    if (!message.path.startsWith('dashboard/')) throw new Error(labels.notThis(address));
    await browser.windows.create({ url: address + message.path, type: 'popup', width: 520, height: 860 });
    return null;
  }
  if (message.kind === 'save') {
    const { campaignId, texts } = message;
    const saved: SavedText[] = [];
    for (const batch of batchesOf(texts)) {
      const body = { campaignId, texts: batch };
      saved.push(...((await call(address, companionRoutes.save.path, { token, body })) as { saved: SavedText[] }).saved);
    }
    return saved;
  }
  const scored: Scored = { campaigns: [], calls: [] };
  for (const batch of batchesOf(message.texts)) {
    const { campaigns, calls } = (await call(address, companionRoutes.score.path, { token, body: { texts: batch } })) as Scored;
    scored.campaigns = campaigns;
    scored.calls.push(...calls.map((one) => one && { ...one, reason: said.reason(one.reason) }));
  }
  return scored;
}

browser.runtime.onMessage.addListener((message, _, respond) => {
  const failed = (error: unknown): Reply => ({ ok: false, problem: error instanceof Error ? error.message : String(error) });
  void answer(message)
    .then((result): Reply => ({ ok: true, result }), failed)
    .then(respond);
  return true;
});

/** The click is what lets the extension read this tab, until the user leaves the page. */
async function readTab(tabId: number): Promise<void> {
  if (!(await readLink())) return browser.runtime.openOptionsPage();
  try {
    await browser.scripting.executeScript({ target: { tabId }, files: ['content.js'] });
  } catch {
    await browser.action.setBadgeText({ tabId, text: '–' });
    await browser.action.setTitle({ tabId, title: labels.cantRead });
  }
  return undefined;
}

void hideLink();
browser.action.onClicked.addListener(({ id }) => {
  if (id !== undefined) void readTab(id);
});
