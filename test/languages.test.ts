import { globSync, readFileSync } from 'node:fs';
import { ts } from '@ts-morph/common';
import { describe, expect, test } from 'vitest';
import { wayTexts } from '#shared/ai.ts';
import { openNames } from '#shared/reddit-access.ts';
import { sources, streamKinds } from '#shared/sources.ts';
import { topicIds } from '#web/features/help/help-topics.ts';
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
    if (node.expression.getText() === 't') return keysOf(first);
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
  // What is counted in scores and reasons: src/core/scoring/points.ts, src/core/inbox/posts/just-below.ts.
  ...['year', 'month', 'week', 'day', 'hour', 'minute'].flatMap((unit) => [`{n} ${unit} old`, `{n} ${unit}s old`]),
  ...['st', 'nd', 'rd', 'th'].map((suffix) => `{n}${suffix} best in {n2} hours; the best {n3} are leads`),
  ...topicIds.map(summaryOf),
  // What ends with a value or is put together: src/shared/issue-messages.ts, src/core/platform/limiter.ts, src/core/accounts/gate.ts.
  ...['most', 'least'].map((side) => `At ${side} {n} entries`),
  ...['text', 'a number', 'a whole number', 'true or false', 'a list'].map((kind) => `Must be ${kind}`),
  ...['a second', '{n} seconds', 'a minute', '{n} minutes'].map((wait) => `Too many attempts. Try again in ${wait}.`),
  ...['Too many people are signing in right now.', 'Others are signing in from your network.'].map(
    (why) => `${why} Try again in a moment.`,
  ),
  ...['campaign', 'campaigns'].flatMap((noun) => [
    `Your plan includes {n} ${noun}. Delete one or upgrade your plan.`,
    `Your plan allows {n} active ${noun}. Pause one or upgrade your plan.`,
  ]),
  '{n} comment so far',
  '{n} comments so far',
  '{n} comments so far, one of them yours',
];

const files = globSync('src/web/**/*.{ts,tsx}').filter(
  (file) => !/\.test\.|\/showcase\/|lib\/(?:language|time-zone-options)\.ts$|bookmarklet/.test(file),
);
const all = files.map((file) => ({ file, ...textsIn(file, readFileSync(file, 'utf8')) }));
const keys = new Set([...dynamic, ...all.flatMap(({ keys: own }) => [...own.keys()])]);
const german = JSON.parse(readFileSync('src/web/languages/de.json', 'utf8')) as Record<string, string>;

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

/** Messages of the server and its schemas that are looked up as they arrive; {n} and {n2} stand for numbers. */
const said = globSync('src/{shared,core,jobs,server}/**/*.ts')
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');
const isSaid = (text: string): boolean => {
  const pattern = text.replaceAll(/[.*+?^$()[\]\\|]/g, String.raw`\$&`).replaceAll(/\{n\d?\}/g, String.raw`(?:\d+|\$\{[^}]+\})`);
  return new RegExp(pattern).test(said);
};

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
    expect(Object.keys(german).filter((key) => !keys.has(key) && !isSaid(key))).toEqual([]);
  });

  test('German has the values and the spaces at the ends that English has', () => {
    const edges = (text: string) => /^\s*/.exec(text)?.[0] + '|' + /\s*$/.exec(text)?.[0];
    const wrong = Object.entries(german).filter(
      ([key, text]) => valuesIn(key).join() !== valuesIn(text).join() || edges(key) !== edges(text),
    );
    expect(wrong).toEqual([]);
  });
});
