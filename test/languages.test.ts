import { globSync, readFileSync } from 'node:fs';
import { ts } from '@ts-morph/common';
import { describe, expect, test } from 'vitest';
import { wayTexts } from '#shared/ai.ts';
import { customerLanguages, languageName } from '#shared/languages.ts';
import { openNames } from '#shared/reddit-access.ts';
import { sources, streamKinds } from '#shared/sources.ts';
import { topicIds } from '#web/features/help/sections.ts';
import { accents } from '#web/lib/theme.ts';
import { navigation } from '#web/shell/navigation.ts';

const { SyntaxKind } = ts;

/** What looks like a text and is none: identifiers, keys, units, and names that are the same everywhere. `§` stands for a value. */
const noTexts = new Set([
  'g w',
  '§=§; path=/; max-age=§; samesite=lax',
  'v',
  'ApiError',
  'ChunkLoadError',
  'noopener noreferrer nofollow',
  'Atom',
  'JSON Feed',
  'Space',
  'Escape',
  'Enter',
  'CapsLock',
  'disjunction',
  'Ctrl/Cmd+Enter',
  'Ctrl/Cmd+K',
  'Ctrl/Cmd+B',
  'Control+Enter Meta+Enter',
  'r/',
  'n=',
  'r',
  't',
  'Slack',
  'Microsoft Teams',
  'Discord',
  'Matrix',
  'Telegram',
  'ntfy',
  'Gotify',
  'Pushover',
  'Webhook',
  'Stripe',
  'max-md:w-10 max-md:px-0!',
  'in 3 h',
  'next week',
  '1 week',
  'first question',
  'check rules',
  'localhost',
  'example.com',
  'bad',
  'warn',
  'good',
  'numeric',
  'long',
  'short',
  'UTC',
  '§ min',
  '§ min§',
  '< 1 min',
  'invoice tool',
  '"late payment"',
  'tool OR app',
  'invoice NOT template',
  '(tool OR app) invoice',
  'campaign offer',
  'campaign sources',
  'campaign score',
  'campaign description',
]);
/** Attributes and properties that are never shown. */
const noTextNames =
  /^(?:className|to|variant|size|rel|type|role|id|href|key|d|viewBox|section|draftKey|value|aria-relevant|dir|target|shortcut|path|authorization|transform|atom|json|scrollKey|sort|query)$/;
/** Functions whose arguments are identifiers, selectors, or for developers. */
const noTextCalls =
  /(?:querySelector|querySelectorAll|matches|closest|startsWith|includes|useMedia|useDraftText|useOpenPart|matchesHotkey|page|read|get|set|cx|super|key|toLocaleString|namesOf|assign|(?:^|\.)log\.\w+|logger\.\w+)$/;
const classes =
  /^(?:flex|grid|border|relative|absolute|sticky|fixed|hidden|block|truncate|group|peer|rounded|underline|tabular-nums|inline-flex)$/;

const isLiteral = (node: ts.Node): node is ts.StringLiteral | ts.NoSubstitutionTemplateLiteral | ts.TemplateExpression =>
  ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
const plainOf = (node: ts.StringLiteral | ts.NoSubstitutionTemplateLiteral | ts.TemplateExpression): string =>
  ts.isTemplateExpression(node) ? [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('§') : node.text;
/** "a b", "Name", and in files of texts every word. Lists of classes are none. */
function looksLikeText(plain: string, isTexts: boolean): boolean {
  const words = plain.trim().split(/\s+/);
  const isClassList =
    words.filter((word) => /[-:[\]!]/.test(word) || classes.test(word)).length >= words.length / 2 && !/[.?!]$/.test(plain);
  const isShaped =
    (words.length > 1 && /\p{L}{2}/u.test(plain)) ||
    /^\p{Lu}\p{Ll}/u.test(plain) ||
    (isTexts && /^[\p{L} §,.()]*\p{L}[\p{L} §,.()]*$/u.test(plain));
  return isShaped && !isClassList;
}

/** Where a literal is compared, names something, or belongs to what is never shown. */
function isNoText(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isBinaryExpression(parent)) return /==|in/.test(parent.operatorToken.getText());
  if (ts.isPropertyAssignment(parent)) return parent.name === node || noTextNames.test(parent.name.getText());
  if (ts.isCallExpression(parent)) return noTextCalls.test(parent.expression.getText());
  if (ts.isNewExpression(parent)) return /Error$|^Intl/.test(parent.expression.getText());
  return (
    ts.isCaseClause(parent) ||
    ts.isElementAccessExpression(parent) ||
    (ts.isArrayLiteralExpression(parent) && ts.isAsExpression(parent.parent))
  );
}

interface Found {
  /** English texts by the file that says them. */
  keys: Map<string, string>;
  /** Texts that aren't in the catalog's reach. */
  loose: string[];
}

const countedKey = (one: string, many = `${one}s`): string => `{count, plural, one {# ${one}} other {# ${many}}}`;
const keysOf = (node: ts.Node | undefined): string[] =>
  node === undefined
    ? []
    : ts.isStringLiteralLike(node)
      ? [node.text]
      : ts.isConditionalExpression(node)
        ? [...keysOf(node.whenTrue), ...keysOf(node.whenFalse)]
        : ts.isJsxExpression(node) || ts.isParenthesizedExpression(node)
          ? keysOf(node.expression)
          : [];

/** What a call or a `<Say>` looks up in the catalog; null for other nodes. */
function lookedUp(node: ts.Node): string[] | null {
  if (ts.isCallExpression(node)) {
    const [first, one, many] = node.arguments;
    if (/^(?:texts\.)?t$/.test(node.expression.getText()) || /^textsIn\(.*\)\.t$/.test(node.expression.getText())) return keysOf(first);
    if (node.expression.getText() === 'counted')
      return one && ts.isStringLiteralLike(one) ? [countedKey(one.text, many && ts.isStringLiteralLike(many) ? many.text : undefined)] : [];
  }
  if (!ts.isJsxSelfClosingElement(node) || node.tagName.getText() !== 'Say') return null;
  const text = node.attributes.properties.find((attribute) => ts.isJsxAttribute(attribute) && attribute.name.getText() === 'text');
  return text && ts.isJsxAttribute(text) ? keysOf(text.initializer) : [];
}

function textsIn(file: string, source: string): Found {
  const found: Found = { keys: new Map(), loose: [] };
  const isTexts = file.endsWith('texts.ts');
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    const keys = lookedUp(node);
    for (const key of keys ?? []) found.keys.set(key, file);
    if (keys && ts.isCallExpression(node)) return node.arguments.slice(node.expression.getText() === 't' ? 1 : 3).forEach(visit);
    if (
      ts.isJsxAttribute(node) &&
      (noTextNames.test(node.name.getText()) || (node.name.getText() === 'text' && node.parent.parent.getText().startsWith('<Say')))
    )
      return;
    if (node.kind === SyntaxKind.JsxText && /\p{L}/u.test(node.getText())) found.loose.push(node.getText().trim());
    if (isLiteral(node) && !isNoText(node) && looksLikeText(plainOf(node), isTexts)) found.loose.push(plainOf(node));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS));
  return found;
}

const overview = readFileSync('docs/README.md', 'utf8');
/** As the help's own: src/web/features/help/docs.ts. */
const summaryOf = (topic: string): string => {
  const summary = new RegExp(`\\]\\(${topic}\\.md\\): (.+)`).exec(overview)?.[1] ?? '';
  return summary.charAt(0).toUpperCase() + summary.slice(1);
};

/** Texts that are looked up by a variable, where they are shown. */
const dynamic = [
  ...navigation.map(({ title }) => title),
  ...accents.map(({ name }) => name),
  ...openNames,
  ...Object.values(wayTexts),
  ...sources.flatMap(({ label, shortLabel, openLabel }) => [label, shortLabel, openLabel]),
  ...streamKinds.flatMap(({ label, hint, placeholder, only }) => [label, hint, placeholder, only].filter((text) => text !== undefined)),
  ...streamKinds.filter(({ only, isSearch }) => only === undefined && !isSearch).map(({ noun }) => countedKey(noun)),
  'post',
  'lead',
  ...topicIds.map(summaryOf),
];

const read = (file: string): string => readFileSync(file, 'utf8');
const files = globSync('src/web/**/*.{ts,tsx}').filter(
  (file) => !/\.test\.|\/showcase\/|lib\/(?:language|time-zone-options)\.ts$|bookmarklet/.test(file),
);
const all = files.map((file) => ({ file, ...textsIn(file, read(file)) }));
/** Emails and notifications are written in core, with the texts of who gets them. */
const mailed = globSync('src/core/**/*.ts').flatMap((file) => {
  const text = read(file);
  return /textsIn|\bTexts\b/.test(text) ? [...textsIn(file, text).keys.keys()] : [];
});
const keys = new Set([...dynamic, ...all.flatMap(({ keys: own }) => [...own.keys()]), ...mailed]);
const catalog = (name: string) => JSON.parse(read(`src/shared/languages/${name}.json`)) as Record<string, string>;
const german = catalog('de');
const sentences = catalog('de-sentences');
const extension = catalog('de-companion');

const branch = String.raw`\w+ \{((?:[^{}]|\{\w+\})*)\} ?`;
/** The values that a text needs, also where it depends on a count. */
function valuesIn(text: string): string[] {
  const names = new Set<string>();
  const flat = text.replaceAll(new RegExp(String.raw`\{(\w+), plural, ((?:${branch})+)\}`, 'g'), (_, name: string, branches: string) => {
    names.add(name);
    return [...branches.matchAll(new RegExp(branch, 'g'))].map(([, said]) => said).join(' ');
  });
  for (const [, name = ''] of flat.matchAll(/\{(\w+)\}/g)) names.add(name);
  return [...names].toSorted();
}

/** What reads like a sentence of the server and is shown to nobody, or is a name. */
const notShown = new Set([
  'Earshot Pro',
  'Google Alerts',
  'Send undoToken or key',
  'Bearer §',
  '§ in:first order:latest_topic after:§',
  // Said to nobody any more, or parts of what is said.
  'The client has gone',
  'The scoring thread ended',
  '§ old,',
  '1 import',
  'Port §',
  '§ resolves to §',
  // Names that people change: of streams, campaigns, and files.
  '“§”, search',
  '§, comments',
  '“§” on GitHub',
  'My keywords',
  'Keywords from §',
  // Of `earshot campaign suggest`, and for a model.
  'No trade is called §',
  '§ has no trade called §',
  'Their customers write in §: write all fields in it.',
  'What is known about customers of this trade, §. Take over what fits the offer, and leave out the rest:',
  'What they say they offer:',
  'Pages of their website:',
  'Where they work:',
  'With whom they compete:',
  'Answer with the JSON object alone.',
  // Said where Earshot starts.
  'The disk of § is full. Free some space, then try again.',
  "The data folder § can't be written. Make it writable for the user who runs Earshot, or set another one (dataDir).",
  '§ is not a folder. Set another one (dataDir).',
]);
/** German says these without a value. */
const leavesOut = new Set(["{said} doesn't answer at {address}. Check the address, and whether {name} is running."]);
/** What is put together from parts. */
const composed = [
  /^\{n\} (?:minute|hour|day|week|month|year)s?(?: ago| old)?$/,
  /^It (?:did not change|grew by \{n\}|fell by \{n\}) in \{n2?\} days?\.$/,
  /^(?:Chrome|Edge|Firefox|Opera|Safari|curl) on \{system\}$/,
  /^(?:You|\{who\}) (?:replied to this|commented in this thread)(?: as u\/\{name\})? \{said\}$/,
  new RegExp(`^(?:${customerLanguages.map((code) => languageName(code)).join('|')})$`),
];
/** Rooms and files that write nothing for people, or only for the terminal, a model, or programs. */
const unseen =
  /\.test\.|fixtures|core\/trades\/|core\/text\/|core\/ai\/(?:prompts|caller|drafts|samples|website\/text)|sample|openapi|\/mcp\/|metrics\.ts|core\/platform\/(?:db\/(?!failure)|config)|server\/(?:main|connection-limit|oauth)|assistants\/(?:grants|request)|look-alikes|scoring\/(?:assess\/(?!reason|constraints)|reading|ordinary)|competitors\/(?:reading|discover)|proposal\/(?:head|language|speech)|notifications\/webhook|jobs\/(?:run|scheduler)|platform\/(?:secrets|http\/(?:target|upstream))|refused-passwords|ai\/provider|cleanup\/deletions|feeds\/content|analytics\/service|-queries\.ts$|queries\.ts$/;
/** Calls whose texts are for developers and operators, and names of properties whose texts are. */
const unseenCalls = /\.describe$|^log\.|\.log\.|\.raw$|^later$/;
const unseenErrors = /^(?:Error|TypeError|RangeError)$/;
const unseenNames = /^(?:summary|description)$/;

/** "Campaign not found", "§ is paused": begins like a sentence, or with a value, and has two words. */
const isSentence = (text: string): boolean =>
  !text.includes('\n') &&
  /^[“"…]?(?:\p{Lu}|§|\d)/u.test(text) &&
  (/ \p{Ll}{2,}|\p{Ll}{2,} §/u.test(text) || /\p{Ll} [\p{Lu}\d]/u.test(text));

/** What the server writes in a file; § stands for a value. */
function sentencesIn(file: string, text: string): { all: string[]; sentences: string[] } {
  const found: { all: string[]; sentences: string[] } = { all: [], sentences: [] };
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isPropertyAssignment(node) && unseenNames.test(node.name.getText())) return;
    if (ts.isNewExpression(node) && unseenErrors.test(node.expression.getText())) return;
    if (ts.isCallExpression(node) && unseenCalls.test(node.expression.getText())) return visit(node.expression);
    if (ts.isCallExpression(node) && lookedUp(node)) return node.arguments.slice(1).forEach(visit);
    if (isLiteral(node) && !(ts.isPropertyAssignment(node.parent) && node.parent.name === node)) {
      const plain = plainOf(node).trim();
      found.all.push(plain);
      if (isSentence(plain)) found.sentences.push(plain);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return found;
}

/** "r/§" and "§ ago" are values of their own. */
const flat = (text: string): string =>
  text
    .replaceAll(/\{\w+\}/g, '§')
    .replaceAll(/r\/§/g, '§')
    .replaceAll('§ ago', '§')
    .trim();
/** What a sentence of the server can become: values are anything, and figures are values. */
const shapeOf = (text: string): RegExp => {
  const parts = flat(text)
    .split('§')
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(/\d+/g, '(?:§|$&)'));
  return new RegExp(`^${parts.join('.{0,300}')}$`, 's');
};

const written = globSync('src/{shared,core,jobs,server}/**/*.ts').map((file) => ({ file, ...sentencesIn(file, read(file)) }));
const source = written.flatMap(({ all: own }) => own).join('\n');
describe('languages', () => {
  test('finds texts that the catalog does not reach, and what it is asked for', () => {
    const planted = [
      "export const texts = { title: 'Leads', why: t('Why'), class: cx('flex gap-2'), late: (n: number) => `${n} days late` };",
      'const View = () => <p title="A hint" className="mt-2 flex">Hello <Say text="Read {link}." link={<a>{t(\'the docs\')}</a>} /></p>;',
      "if (kind === 'Some Kind') counted(leads, 'lead');",
    ].join('\n');
    const { keys: asked, loose } = textsIn('x.tsx', planted);
    expect(loose).toEqual(['Leads', '§ days late', 'A hint', 'Hello']);
    expect([...asked.keys()]).toEqual(['Why', 'Read {link}.', 'the docs', countedKey('lead')]);
  });

  test('reach every text of the web app', () => {
    const loose = all.flatMap(({ file, loose: own }) =>
      own.filter((text) => !noTexts.has(text) && !keys.has(text)).map((text) => `${file}: ${text}`),
    );
    expect(loose).toEqual([]);
    expect(keys.size).toBeGreaterThan(2000);
  });

  test('German says every text, and none that nobody asks for', () => {
    expect([...keys].filter((key) => german[key] === undefined || german[key] === '')).toEqual([]);
    expect(Object.keys(german).filter((key) => !keys.has(key))).toEqual([]);
  });

  test('German says every sentence of the server, and none that it does not write', () => {
    const known = [...Object.keys(sentences), ...Object.keys(german)].map(flat);
    const shapesOfKeys = known.filter((key) => key.includes('§') && /\p{L}{2,} \p{L}{2,}/u.test(key)).map(shapeOf);
    /** As it is, with the values in it, or as a part of what is put together. */
    const isKnown = (text: string): boolean => {
      const [shape, part] = [shapeOf(text), flat(text).replaceAll(/^[§\s:.]+|[§\s:.]+$/g, '')];
      return (
        known.some((key) => shape.test(key) || (part.length > 5 && key.includes(part))) ||
        (!text.includes('§') && shapesOfKeys.some((key) => key.test(text)))
      );
    };
    const missing = written
      .filter(({ file }) => !unseen.test(file))
      .flatMap(({ file, sentences: own }) => own.filter((text) => !notShown.has(text) && !isKnown(text)).map((text) => `${file}: ${text}`));
    expect(missing).toEqual([]);
    const texts = [...new Set(written.flatMap(({ all: own }) => own.map(flat)))];
    const shapes = texts.filter((text) => /\p{L}{3}/u.test(text) && /[§\d]/.test(text)).map(shapeOf);
    const whole = new Set(texts);
    const isWritten = (key: string): boolean =>
      composed.some((form) => form.test(key)) ||
      whole.has(flat(key)) ||
      shapes.some((shape) => shape.test(flat(key))) ||
      key.split(/\{\w+\}|\d+/).every((part) => source.includes(part.replaceAll(/^[\s.,:;(]+|[\s.,:;)]+$/g, '')));
    expect(Object.keys(sentences).filter((key) => !isWritten(key))).toEqual([]);
    expect(Object.keys(sentences).filter((key) => german[key] !== undefined)).toEqual([]);
  });

  test('a sentence of the server is found where nobody has translated it', () => {
    const planted = "throw new AppError('invalid', `The ${name} is purple`); log.warn({}, 'Not shown'); const key = 'a-key';";
    expect(sentencesIn('x.ts', planted).sentences).toEqual(['The § is purple']);
    expect(shapeOf('The § is purple').test(flat('The {thing} is purple'))).toBe(true);
    expect(shapeOf('§ in r/§ § ago').test(flat('{who} in {place} {said}'))).toBe(true);
  });

  test('German says every text of the browser extension, and none that it does not have', () => {
    const ours = globSync('src/companion/*.ts').map((file) => textsIn(file, read(file)));
    const page = [...read('src/companion/options.html').matchAll(/<[^>]*\bdata-text>([^<]+)</g)].map(([, text = '']) =>
      text.trim().replaceAll(/\s+/g, ' '),
    );
    const { description, action } = JSON.parse(read('src/companion/manifest.json')) as {
      description: string;
      action: { default_title: string };
    };
    const asked = new Set([...ours.flatMap(({ keys: own }) => [...own.keys()]), ...page, description, action.default_title]);
    expect(Object.keys(extension).toSorted()).toEqual([...asked].toSorted());
    const shown = read('src/companion/options.html')
      .replaceAll(/<(?:title|h1|style)[^]*?<\/(?:title|h1|style)>/g, '')
      .matchAll(/<(?![^>]*data-text)[^>]*>\s*(\p{L}[^<]*)/gu);
    expect([...shown].map(([, text]) => text)).toEqual([]);
  });

  test('German has the values and the spaces at the ends that English has', () => {
    const edges = (text: string) => /^\s*/.exec(text)?.[0] + '|' + /\s*$/.exec(text)?.[0];
    const wrong = [...Object.entries(german), ...Object.entries(sentences), ...Object.entries(extension)].filter(
      ([key, text]) => (valuesIn(key).join() !== valuesIn(text).join() && !leavesOut.has(key)) || edges(key) !== edges(text),
    );
    expect(wrong).toEqual([]);
  });
});
