import type { PageCall, PageText } from '#shared/companion.ts';
import type { Found } from './collect/page.ts';
import { ask, type Scored } from './browser.ts';
import { texts } from './texts.ts';

type Style = Readonly<Record<string, string>>;

/** Styles are set one by one, which no page's Content-Security-Policy forbids; texts are text nodes. */
function make<K extends keyof HTMLElementTagNameMap>(tag: K, style: Style, ...children: (Node | string)[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  Object.assign(element.style, style);
  element.append(...children);
  return element;
}

const surface: Style = {
  background: '#1c2230',
  color: '#fff',
  font: '13px/1.4 system-ui, sans-serif',
  borderRadius: '8px',
  boxShadow: '0 2px 10px rgb(0 0 0 / 35%)',
  textAlign: 'start',
};
const row: Style = { display: 'flex', alignItems: 'center', gap: '6px' };
const control: Style = {
  font: 'inherit',
  color: '#fff',
  background: '#3a4358',
  border: '0',
  borderRadius: '5px',
  padding: '3px 8px',
  cursor: 'pointer',
};

/** Pages can't press it. */
function button(label: string, press: () => Promise<void> | void): HTMLButtonElement {
  const made = make('button', control, label);
  made.type = 'button';
  made.addEventListener('click', (event) => {
    if (event.isTrusted) void press();
  });
  return made;
}

interface MarkTools {
  /** Returns the path of what was saved, in the web app. */
  save: (text: PageText, call: PageCall) => Promise<string>;
  report: (error: unknown) => void;
}

interface Mark {
  element: HTMLElement;
  /** Saves its text, once. */
  keep: () => Promise<string>;
}

/** A text's score, and what can be done with it. */
function createMark({ text, call }: { text: PageText; call: PageCall }, { save, report }: MarkTools): Mark {
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

interface Marked extends Found, Mark {
  call: PageCall;
}

/** Keeps marks at the upper right of their texts, in the page's own coordinates. */
function createPlacing(host: HTMLElement) {
  const placed: Marked[] = [];
  function place(): void {
    const origin = host.getBoundingClientRect();
    for (const { anchor, element } of placed) {
      const box = anchor.getBoundingClientRect();
      element.style.display = box.width === 0 ? 'none' : 'flex';
      const right = Math.min(box.right, document.documentElement.clientWidth - 4);
      element.style.left = `${Math.max(4, right - element.offsetWidth) - origin.left}px`;
      element.style.top = `${box.top - origin.top}px`;
    }
  }
  const observer = new ResizeObserver(place);
  observer.observe(document.body);
  addEventListener('scroll', place, { capture: true, passive: true });
  return {
    add(marks: readonly Marked[]): void {
      placed.push(...marks);
      place();
    },
    stop(): void {
      observer.disconnect();
      removeEventListener('scroll', place, { capture: true });
    },
  };
}

function createPanel(onClose: () => void) {
  const status = make('p', { margin: '0' });
  status.role = 'status';
  const tools = make('div', { ...row, flexWrap: 'wrap' });
  const place = { position: 'fixed', bottom: '12px', right: '12px', maxWidth: '280px', padding: '10px 12px', zIndex: '1' };
  const panel = make('section', { ...surface, ...place }, make('strong', {}, texts.name), status, tools, button(texts.close, onClose));
  Object.assign(panel.style, { display: 'grid', gap: '8px' });
  panel.ariaLabel = texts.name;
  const show = (text: string): void => void (status.textContent = text);
  return { panel, tools, show, report: (error: unknown): void => show(error instanceof Error ? error.message : String(error)) };
}

function createSaveAll(leads: readonly Mark[], report: (error: unknown) => void): HTMLButtonElement {
  const saving = button(texts.saveAll(leads.length), async () => {
    saving.disabled = true;
    try {
      for (const { keep } of leads) await keep();
      saving.textContent = texts.saved;
    } catch (error) {
      saving.disabled = false;
      report(error);
    }
  });
  return saving;
}

/** Shows scores beside the texts of a page, in a shadow root that the page can't look into. */
export function openOverlay(found: readonly Found[], onClose: () => void) {
  const host = document.createElement('div');
  Object.assign(host.style, { all: 'initial', position: 'absolute', left: '0', top: '0', zIndex: '2147483647' });
  const root = host.attachShadow({ mode: 'closed' });
  const { panel, tools, show, report } = createPanel(onClose);
  root.append(panel);
  document.documentElement.append(host);
  const placing = createPlacing(host);

  function showScores({ campaigns, calls }: Scored): void {
    const chosen = make('select', { ...control, maxWidth: '100%' }, new Option(texts.bestCampaign, ''));
    chosen.append(...campaigns.map(({ id, name }) => new Option(name, id)));
    chosen.ariaLabel = texts.saveTo;
    async function save(text: PageText, { campaignId }: PageCall): Promise<string> {
      const [saved] = await ask({ kind: 'save', campaignId: chosen.value || campaignId, texts: [text] });
      return saved?.path ?? '';
    }
    const marks = found.flatMap((one, at): Marked[] => {
      const call = calls[at] ?? null;
      return call === null ? [] : [{ ...one, call, ...createMark({ text: one.text, call }, { save, report }) }];
    });
    const leads = marks.filter(({ call }) => call.outcome === 'lead');
    root.append(...marks.map(({ element }) => element));
    if (marks.length > 0) tools.append(chosen);
    if (leads.length > 0) tools.append(createSaveAll(leads, report));
    show(campaigns.length === 0 ? texts.noCampaigns : texts.found(leads.length, found.length));
    placing.add(marks);
  }

  return {
    show,
    report,
    showScores,
    remove(): void {
      placing.stop();
      host.remove();
    },
  };
}
