import type { Page } from 'playwright/test';

/** One node of the accessibility tree. */
interface AxNode {
  nodeId: string;
  parentId?: string;
  childIds?: string[];
  ignored: boolean;
  role?: { value?: string };
  name?: { value?: string };
  properties?: { name: string; value: { value?: unknown } }[];
}

const controls = new Set([
  'button',
  'link',
  'textbox',
  'searchbox',
  'combobox',
  'checkbox',
  'radio',
  'switch',
  'slider',
  'spinbutton',
  'tab',
  'menuitem',
  'menuitemradio',
  'menuitemcheckbox',
]);
/** Within one of these groups, a name must identify its control. */
const groups = new Set(['toolbar', 'listitem', 'row', 'form', 'banner', 'navigation', 'search', 'dialog', 'alertdialog', 'radiogroup']);

const roleOf = (node: AxNode): string => node.role?.value ?? '';
const nameOf = (node: AxNode): string => (node.name?.value ?? '').trim();
const propertyOf = (node: AxNode, name: string): unknown => node.properties?.find((property) => property.name === name)?.value.value;

async function readTree(page: Page): Promise<AxNode[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as { nodes: AxNode[] };
  await session.detach();
  return nodes;
}

interface Findings {
  /** Number of controls checked. */
  seen: number;
  nameless: string[];
  /** Controls of one group with the same role and name but different effects. */
  alike: string[];
  headings: string[];
}

/** What a screen reader finds on the page. */
async function readAloud(page: Page): Promise<Findings> {
  const nodes = await readTree(page);
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const groupOf = (node: AxNode): AxNode | undefined => {
    let above = node.parentId ? byId.get(node.parentId) : undefined;
    while (above && (above.ignored || !groups.has(roleOf(above)))) above = above.parentId ? byId.get(above.parentId) : undefined;
    return above;
  };
  const found = nodes.filter((node) => !node.ignored && controls.has(roleOf(node)));
  const known = new Map<string, AxNode>();
  const alike: string[] = [];
  for (const node of found) {
    const group = groupOf(node);
    const key = `${group?.nodeId ?? 'page'} ${roleOf(node)} ${nameOf(node)}`;
    const twin = known.get(key);
    known.set(key, node);
    const isSameLink = twin && roleOf(node) === 'link' && propertyOf(twin, 'url') === propertyOf(node, 'url');
    if (twin && group && !isSameLink) alike.push(`${roleOf(group)} “${nameOf(group)}”: two of ${roleOf(node)} “${nameOf(node)}”`);
  }
  // The tree is listed level by level; people hear it in the order of the document.
  const inOrder = (node: AxNode): AxNode[] => [node, ...(node.childIds ?? []).flatMap((id) => inOrderById(id))];
  const inOrderById = (id: string): AxNode[] => {
    const node = byId.get(id);
    return node ? inOrder(node) : [];
  };
  return {
    seen: found.length,
    nameless: found.filter((node) => nameOf(node) === '').map((node) => `${roleOf(node)} in ${roleOf(groupOf(node) ?? node)}`),
    alike,
    headings: nodes
      .filter(({ parentId }) => parentId === undefined)
      .flatMap(inOrder)
      .filter((node) => !node.ignored && roleOf(node) === 'heading')
      .map((node) => `h${String(propertyOf(node, 'level'))} ${nameOf(node)}`),
  };
}

/** A single h1, and no heading level skipped on the way down. */
function isInOrder(headings: readonly string[]): boolean {
  const levels = headings.map((heading) => Number(heading.charAt(1)));
  const deepens = levels.every((level, index) => index === 0 || level <= (levels[index - 1] ?? 0) + 1);
  return deepens && levels.filter((level) => level === 1).length === 1;
}

/** Number of controls, and what is wrong with their names and with the headings. */
export async function checkNames(page: Page): Promise<{ seen: number; faults: string[] }> {
  const { seen, nameless, alike, headings } = await readAloud(page);
  // The sidebar's headings come before the page's own.
  const own = headings.filter((heading) => !/^h2 (Tools|Admin)$/.test(heading));
  const faults = [...nameless.map((control) => `no name: ${control}`), ...alike.map((pair) => `same name: ${pair}`)];
  return { seen, faults: isInOrder(own) ? faults : [...faults, `headings: ${own.join(', ')}`] };
}
