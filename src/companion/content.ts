import { collect } from './collect/collect.ts';
import { ask } from './browser.ts';
import { openOverlay } from './overlay.ts';
import { texts } from './texts.ts';

/** In the extension's own world, where the page sees nothing of it. */
const world = globalThis as { earshotMarks?: (() => void) | undefined };

async function start(): Promise<void> {
  const found = collect({ document, url: new URL(location.href) });
  const overlay = openOverlay(found, remove);
  function remove(): void {
    overlay.remove();
    world.earshotMarks = undefined;
  }
  world.earshotMarks = remove;
  if (found.length === 0) return overlay.show(texts.nothing);
  overlay.show(texts.scoring(found.length));
  try {
    overlay.showScores(await ask({ kind: 'score', texts: found.map(({ text }) => text) }));
  } catch (error) {
    overlay.report(error);
  }
  return undefined;
}

/** Each click of the extension's button runs this again: the second one removes the marks. */
if (world.earshotMarks) world.earshotMarks();
else void start();
