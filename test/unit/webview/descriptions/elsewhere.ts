// Defines what an edit may change in a parsed tree, and checks that everything else is unchanged.

/** The editor inserts this character where an edit starts and ends. It occurs in no document. */
export const MARK = '\ue000';

/** Adjacent nodes in one parent, as indices into `childNodes`. `to` is the index after the last. */
export interface Place {
  readonly parent: Element;
  readonly from: number;
  readonly to: number;
}

const BLOCKS = new Set(
  (
    'address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 ' +
    'h5 h6 header hgroup hr legend li main menu nav ol p pre search section summary table tbody td tfoot th thead tr ul'
  ).split(' '),
);

const inert = new DOMParser().parseFromString('', 'text/html');

export function treeOf(html: string): HTMLElement {
  const body = inert.createElement('body');
  body.innerHTML = html;
  body.normalize();
  return body;
}

function isElement(node: Node): node is Element {
  return node.nodeType === 1;
}

function attributes(element: Element): string {
  return [...element.attributes]
    .map(({ name, value }) => ` ${name}=${JSON.stringify(value)}`)
    .sort()
    .join('');
}

/** Returns an element's namespace, name and attributes, without its content. */
function shellOf(element: Element): string {
  return `${element.namespaceURI}:${element.localName}${attributes(element)}`;
}

/**
 * Whether both have the same elements with the same attributes in any order, and exactly the same texts and comments,
 * including white space.
 */
export function sameNode(one: Node, other: Node): boolean {
  if (!isElement(one) || !isElement(other)) return one.nodeType === other.nodeType && one.nodeValue === other.nodeValue;
  if (shellOf(one) !== shellOf(other)) return false;
  if (one instanceof HTMLTemplateElement && one.innerHTML !== (other as HTMLTemplateElement).innerHTML) return false;
  return sameNodes([...one.childNodes], [...other.childNodes]);
}

function sameNodes(one: readonly Node[], other: readonly Node[]): boolean {
  return (
    one.length === other.length &&
    one.every((node, index) => {
      const counterpart = other[index];
      return counterpart !== undefined && sameNode(node, counterpart);
    })
  );
}

export function isBlock(node: Node): boolean {
  return isElement(node) && (BLOCKS.has(node.localName) || [...node.children].some(isBlock));
}

/** A place while the texts of the tree still change: the parent and the nodes on both sides. */
interface Between {
  readonly parent: Element;
  readonly before: Node | null;
  readonly after: Node | null;
}

/**
 * Returns the smallest block around a node: the innermost block element if it contains only a line, else the line in
 * it, which is everything between two adjacent blocks.
 */
function smallestBlock(node: Node): Between {
  let top = node;
  while (top.parentElement && !isBlock(top.parentElement)) top = top.parentElement;
  let first = top;
  while (first.previousSibling && !isBlock(first.previousSibling)) first = first.previousSibling;
  let last = top;
  while (last.nextSibling && !isBlock(last.nextSibling)) last = last.nextSibling;
  const parent = top.parentElement;
  if (!parent) throw new Error('A mark stands outside of the document');
  const isWholeBlock = !first.previousSibling && !last.nextSibling && parent.localName !== 'body';
  if (!isWholeBlock || !parent.parentElement) return { parent, before: first.previousSibling, after: last.nextSibling };
  return { parent: parent.parentElement, before: parent.previousSibling, after: parent.nextSibling };
}

function textsIn(root: Node): Text[] {
  return [...root.childNodes].flatMap((node) => (node.nodeType === 3 ? [node as Text] : textsIn(node)));
}

/** Removes the marks from a tree. Returns the smallest blocks that contained them. */
export function unmark(root: Element): Place[] {
  const found = textsIn(root).flatMap((text) =>
    text.data
      .split(MARK)
      .slice(1)
      .map(() => smallestBlock(text)),
  );
  // A block element next to the line survives the removal, and a text next to a block is not part of another line.
  for (const text of textsIn(root)) text.data = text.data.replaceAll(MARK, '');
  root.normalize();
  return found.map(({ parent, before, after }) => {
    const all = [...parent.childNodes] as Node[];
    const from = before === null ? 0 : all.indexOf(before) + 1;
    const to = after === null ? all.length : all.indexOf(after);
    return { parent, from, to };
  });
}

function pathTo(parent: Element, root: Element): Element[] {
  const path: Element[] = [];
  for (let at: Element | null = parent; at; at = at === root ? null : at.parentElement) path.unshift(at);
  return path;
}

/** Returns the smallest range of adjacent nodes that contains all the places. */
export function around(places: readonly Place[], root: Element): Place {
  const [first, ...others] = places;
  if (!first) throw new Error('No place');
  return others.reduce((one, other) => {
    const paths = [pathTo(one.parent, root), pathTo(other.parent, root)] as const;
    let depth = 0;
    while (paths[0][depth + 1] && paths[0][depth + 1] === paths[1][depth + 1]) depth += 1;
    const parent = paths[0][depth] ?? root;
    const children = [...parent.childNodes] as Node[];
    const spans = [one, other].map((place, index) => {
      const below = paths[index as 0 | 1][depth + 1];
      return below === undefined ? [place.from, place.to] : [children.indexOf(below), children.indexOf(below) + 1];
    });
    return {
      parent,
      from: Math.min(...spans.map(([from = 0]) => from)),
      to: Math.max(...spans.map(([, to = 0]) => to)),
    };
  }, first);
}

/** Whether there is nothing next to the place. */
function isAlone({ parent, from, to }: Place): boolean {
  return [...parent.childNodes].every((node, index) => (index >= from && index < to) || isBlank(node));
}

/**
 * Returns the outermost place around it that has nothing next to it. That is the whole text if the place is all of it.
 */
export function widest(place: Place, root: Element): Place {
  if (!isAlone(place)) return place;
  const { parent } = place;
  if (parent === root || !parent.parentElement) return withSpace(place);
  const at = ([...parent.parentElement.childNodes] as Node[]).indexOf(parent);
  const outer = { parent: parent.parentElement, from: at, to: at + 1 };
  return isAlone(outer) ? widest(outer, root) : withSpace(place);
}

/** Returns the place together with the nodes on both sides. */
export function withSiblings(place: Place): Place {
  return withSpace({
    parent: place.parent,
    from: Math.max(0, place.from - 1),
    to: Math.min(place.parent.childNodes.length, place.to + 1),
  });
}

/**
 * Returns the place and its surroundings, up to the outermost element that is not the server's wrapper around
 * everything.
 */
export function outermost(place: Place, root: Element): Place {
  const path = pathTo(place.parent, root);
  const elements = [...root.children];
  const frame = elements.length === 1 && elements[0]?.localName === 'div' ? elements[0] : undefined;
  const parent = frame !== undefined && path[1] === frame ? frame : root;
  const below = path[path.indexOf(parent) + 1];
  if (below === undefined) return withSpace(place);
  const at = ([...parent.childNodes] as Node[]).indexOf(below);
  return withSpace({ parent, from: at, to: at + 1 });
}

/** Returns the place with the white space on both sides, which is added and removed with blocks. */
function withSpace({ parent, from, to }: Place): Place {
  const isSpace = (at: number) => {
    const node = parent.childNodes[at];
    return node !== undefined && isBlank(node);
  };
  return { parent, from: isSpace(from - 1) ? from - 1 : from, to: isSpace(to) ? to + 1 : to };
}

function printed(nodes: readonly Node[]): string {
  return nodes
    .map((node) => (isElement(node) ? node.outerHTML : `${node.nodeType}:${JSON.stringify(node.nodeValue)}`))
    .join(' ');
}

/**
 * Describes what differs between two trees outside of a place in the first one. Returns undefined when nothing does.
 */
export function changedOutside(place: Place, root: Element, saved: Element): string | undefined {
  let [one, other] = [root, saved];
  for (const next of pathTo(place.parent, root).slice(1)) {
    const [mine, theirs] = [[...one.childNodes] as Node[], [...other.childNodes] as Node[]];
    const at = mine.indexOf(next);
    const problem = changedSides(mine, theirs, at, at + 1);
    if (problem) return problem;
    const counterpart = theirs[at];
    if (
      theirs.length !== mine.length ||
      !counterpart ||
      !isElement(counterpart) ||
      shellOf(counterpart) !== shellOf(next)
    ) {
      return `around the place: ${shellOf(next)} became ${printed(theirs.slice(at, at + 1 + theirs.length - mine.length))}`;
    }
    [one, other] = [next, counterpart];
  }
  return changedSides([...one.childNodes], [...other.childNodes], place.from, place.to);
}

function changedSides(mine: readonly Node[], theirs: readonly Node[], from: number, to: number): string | undefined {
  const behind = mine.length - to;
  if (!sameNodes(mine.slice(0, from), theirs.slice(0, from)))
    return `before the place: ${printed(mine.slice(0, from))} became ${printed(theirs.slice(0, from))}`;
  const rest = behind === 0 ? [] : theirs.slice(-behind);
  if (theirs.length < from + behind || !sameNodes(mine.slice(to), rest))
    return `behind the place: ${printed(mine.slice(to))} became ${printed(rest)}`;
  return undefined;
}

/** Whether the element is the one around a task's content. */
function isTaskBox(element: Element): boolean {
  return (
    element.localName === 'div' &&
    element.parentElement?.getAttribute('data-type') === 'taskItem' &&
    element.nextElementSibling === null
  );
}

/**
 * Returns the nodes before the first place and after the last. With `withoutEdges`, without those next to the places.
 */
export function beyond(places: readonly Place[], nodes: readonly Node[], withoutEdges: boolean): Node[] {
  const edges = places.map(({ parent, from, to }) => [parent.childNodes[from], parent.childNodes[to - 1]] as const);
  const precedes = (one: Node, other: Node | undefined) =>
    other !== undefined && (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const before = nodes.filter((node) => edges.every(([first]) => precedes(node, first)));
  const behind = nodes.filter((node) => edges.every(([, last]) => last !== undefined && precedes(last, node)));
  const isFar = (node: Node) => !isBlank(node);
  return withoutEdges
    ? [...before.filter(isFar).slice(0, -1), ...behind.filter(isFar).slice(1)]
    : [...before, ...behind];
}

/** Whether both trees are the same except that exactly one task has changed between done and not done. */
export function sameButTicks(one: HTMLElement, other: HTMLElement): boolean {
  const [before, after] = [one, other].map((tree) => {
    const copy = tree.cloneNode(true) as HTMLElement;
    const ticks = [...copy.querySelectorAll('li[data-type=taskItem]')].map(
      (item) => item.getAttribute('data-checked') === 'true',
    );
    for (const item of copy.querySelectorAll('li[data-type=taskItem]')) item.removeAttribute('data-checked');
    for (const box of copy.querySelectorAll('li[data-type=taskItem] > label input')) box.removeAttribute('checked');
    return { copy, ticks };
  });
  if (!before || !after || !sameNode(before.copy, after.copy)) return false;
  return before.ticks.filter((isDone, index) => isDone !== after.ticks[index]).length === 1;
}

/**
 * Returns the largest subtrees that contain no place, in document order. Elements that match `shells` are not included
 * themselves, but their content is.
 */
export function outsideOf(places: readonly Place[], root: Element, shells: RegExp | undefined): Node[] {
  const isShell = (node: Node) =>
    shells !== undefined && isElement(node) && (shells.test(node.localName) || isTaskBox(node));
  const isTouched = (node: Node): boolean => isShell(node) || places.some(({ parent }) => node.contains(parent));
  const inPlace = (parent: Element, index: number): boolean =>
    places.some((place) => place.parent === parent && index >= place.from && index < place.to);
  const walk = (parent: Element): Node[] =>
    ([...parent.childNodes] as Node[]).flatMap((node, index) => {
      // The label belongs to the task: it is removed when the item is no longer a task.
      const isBox = isElement(node) && node.localName === 'label' && parent.getAttribute('data-type') === 'taskItem';
      if (isBox || inPlace(parent, index)) return [];
      return isTouched(node) && isElement(node) ? walk(node) : [node];
    });
  return walk(root);
}

function isBlank(node: Node): boolean {
  return node.nodeType === 3 && /^[ \t\n\r\f]*$/.test(node.nodeValue ?? '');
}

/**
 * Describes the first of these subtrees that is not found in the saved tree, each after the one before. White space
 * between blocks may be removed with the blocks.
 */
export function lostFrom(saved: Element, nodes: readonly Node[]): string | undefined {
  const inOrder: Node[] = [];
  const list = (node: Node) => {
    inOrder.push(node);
    node.childNodes.forEach(list);
  };
  saved.childNodes.forEach(list);
  let at = 0;
  for (const node of nodes) {
    if (isBlank(node)) continue;
    let found = at;
    while (found < inOrder.length && !sameNode(node, inOrder[found] as Node)) found += 1;
    const match = inOrder[found];
    if (!match) return `lost: ${printed([node])}`;
    at = found + 1;
    while (inOrder[at] && match.contains(inOrder[at] as Node)) at += 1;
  }
  return undefined;
}

/** Leaves of the web editor's document, which drops their content. */
const LEAVES =
  'span[data-type=emoji], div[data-type=horizontalRule], mention-component, image-component, issue-embed-component, embed-component, ' +
  'attachment-component, emoji-component, inline-math, page-break-component, hr, br, img';

/** Returns how often the words occur in the web editor's document. */
export function countRead(html: string, words: string): number {
  const root = treeOf(html);
  for (const leaf of root.querySelectorAll(LEAVES)) leaf.replaceChildren();
  return (root.textContent ?? '').split(words).length - 1;
}

/** Returns the ids that occur more than once in the saved tree and more often than in the loaded one. */
export function doubledIds(root: Element, saved: Element): string[] {
  const count = (tree: Element) => {
    const counts = new Map<string, number>();
    for (const element of tree.querySelectorAll('[id]')) counts.set(element.id, (counts.get(element.id) ?? 0) + 1);
    return counts;
  };
  const before = count(root);
  return [...count(saved)].filter(([id, times]) => times > 1 && times > (before.get(id) ?? 0)).map(([id]) => id);
}
