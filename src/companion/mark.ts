import type { PageCall, PageText } from '#shared/companion.ts';
import { button, make, row, surface } from './elements.ts';
import { ask } from './messages.ts';
import { texts } from './texts.ts';

export interface MarkTools {
  /** Returns the path of what was saved, in the web app. */
  save: (text: PageText, call: PageCall) => Promise<string>;
  report: (error: unknown) => void;
}

export interface Mark {
  element: HTMLElement;
  /** Saves its text, once. */
  keep: () => Promise<string>;
}

/** A text's score, and what can be done with it. */
export function createMark({ text, call }: { text: PageText; call: PageCall }, { save, report }: MarkTools): Mark {
  const isLead = call.outcome === 'lead';
  let path: string | null = null;
  async function keep(): Promise<string> {
    saving.disabled = true;
    try {
      path ??= await save(text, call);
      saving.textContent = texts.saved;
      return path;
    } catch (error) {
      saving.disabled = path !== null;
      throw error;
    }
  }
  const attempt = (work: () => Promise<unknown>) => () => work().then(() => undefined, report);
  const saving = button(texts.save, attempt(keep));
  const reply = button(
    texts.reply,
    attempt(async () => ask({ kind: 'open', path: await keep() })),
  );
  const score = make('span', { fontWeight: '600', whiteSpace: 'nowrap' }, isLead ? texts.lead(call.score) : String(call.score));
  const element = make('div', { ...surface, ...row, position: 'absolute', padding: '3px 6px', width: 'max-content' }, score, saving, reply);
  Object.assign(element.style, isLead ? { background: '#1f6f43' } : { opacity: '0.75' });
  element.role = 'group';
  element.ariaLabel = text.title || text.text.slice(0, 60);
  element.title = call.reason;
  return { element, keep };
}
