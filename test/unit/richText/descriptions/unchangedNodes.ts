// Defines which nodes of a parsed tree an edit may change, and checks all other nodes.

/** A character that is inserted at the start and end of an edit. No document contains this character. */
export const PLACE_MARK = '\ue000';

/**
 * A place in a tree: adjacent nodes in one parent, as indexes into `childNodes`. `to` is the index after the last node.
 */
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

const inertDocument = new DOMParser().parseFromString('', 'text/html');

export function treeOf(html: string): HTMLElement {
  const body = inertDocument.createElement('body');
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
function startTagOf(element: Element): string {
  return `${element.namespaceURI}:${element.localName}${attributes(element)}`;
}

/**
 * Returns whether both trees have the same elements with the same attributes in any order, and the same text and
 * comments, including white space.
 */
export function isSameNode(first: Node, second: Node): boolean {
  if (!isElement(first) || !isElement(second))
    return first.nodeType === second.nodeType && first.nodeValue === second.nodeValue;
  if (startTagOf(first) !== startTagOf(second)) return false;
  if (first instanceof HTMLTemplateElement && first.innerHTML !== (second as HTMLTemplateElement).innerHTML)
    return false;
  return areNodesEqual([...first.childNodes], [...second.childNodes]);
}

function areNodesEqual(first: readonly Node[], second: readonly Node[]): boolean {
  return (
    first.length === second.length &&
    first.every((node, index) => {
      const counterpart = second[index];
      return counterpart !== undefined && isSameNode(node, counterpart);
    })
  );
}

export function isBlock(node: Node): boolean {
  return isElement(node) && (BLOCKS.has(node.localName) || [...node.children].some(isBlock));
}

/**
 * Finds the smallest block around a node: the innermost block element if it contains no other block, otherwise the
 * inline nodes between two blocks. Returns a function that returns its place; block elements stay in the tree when texts
 * are merged or become empty.
 */
function smallestBlock(node: Node): () => Place {
  let topNode = node;
  while (topNode.parentElement && !isBlock(topNode.parentElement)) topNode = topNode.parentElement;
  let first = topNode;
  while (first.previousSibling && !isBlock(first.previousSibling)) first = first.previousSibling;
  let last = topNode;
  while (last.nextSibling && !isBlock(last.nextSibling)) last = last.nextSibling;
  const parent = topNode.parentElement;
  if (!parent) throw new Error('A mark is outside of the document');
  const outer = parent.localName === 'body' ? null : parent.parentElement;
  const [before, after] = [first.previousSibling, last.nextSibling];
  if (before === null && after === null && outer !== null) {
    return () => {
      const from = ([...outer.childNodes] as Node[]).indexOf(parent);
      return { parent: outer, from, to: from + 1 };
    };
  }
  return () => {
    const children = [...parent.childNodes] as Node[];
    const from = before === null ? 0 : children.indexOf(before) + 1;
    return { parent, from, to: after === null ? children.length : children.indexOf(after) };
  };
}

function textsIn(root: Node): Text[] {
  return [...root.childNodes].flatMap((node) => (node.nodeType === 3 ? [node as Text] : textsIn(node)));
}

/** Removes the marks from a tree. Returns the smallest blocks that contained them. */
export function removeMarks(root: Element): Place[] {
  const blocks = textsIn(root).flatMap((text) =>
    text.data
      .split(PLACE_MARK)
      .slice(1)
      .map(() => smallestBlock(text)),
  );
  for (const text of textsIn(root)) text.data = text.data.replaceAll(PLACE_MARK, '');
  root.normalize();
  return blocks.map((placeOf) => placeOf());
}

function ancestorsFrom(parent: Element, root: Element): Element[] {
  const path: Element[] = [];
  for (let ancestor: Element | null = parent; ancestor; ancestor = ancestor === root ? null : ancestor.parentElement)
    path.unshift(ancestor);
  return path;
}

/** Returns the smallest range of adjacent nodes that contains all places. */
export function commonPlaceOf(places: readonly Place[], root: Element): Place {
  const [first, ...others] = places;
  if (!first) throw new Error('No place');
  return others.reduce((first, second) => {
    const paths = [ancestorsFrom(first.parent, root), ancestorsFrom(second.parent, root)] as const;
    let depth = 0;
    while (paths[0][depth + 1] && paths[0][depth + 1] === paths[1][depth + 1]) depth += 1;
    const parent = paths[0][depth] ?? root;
    const children = [...parent.childNodes] as Node[];
    const spans = [first, second].map((place, index) => {
      const child = paths[index as 0 | 1][depth + 1];
      return child === undefined ? [place.from, place.to] : [children.indexOf(child), children.indexOf(child) + 1];
    });
    return {
      parent,
      from: Math.min(...spans.map(([from = 0]) => from)),
      to: Math.max(...spans.map(([, to = 0]) => to)),
    };
  }, first);
}

/** Returns whether the parent of the place has no other nodes except white space. */
function hasOnlyBlankSiblings({ parent, from, to }: Place): boolean {
  return [...parent.childNodes].every((node, index) => (index >= from && index < to) || isBlank(node));
}

/**
 * Returns the outermost place that contains the given place and has only white space beside it. If the given place has
 * other nodes beside it, returns it unchanged.
 */
export function widestPlace(place: Place, root: Element): Place {
  if (!hasOnlyBlankSiblings(place)) return place;
  const { parent } = place;
  if (parent === root || !parent.parentElement) return withAdjacentSpace(place);
  const position = ([...parent.parentElement.childNodes] as Node[]).indexOf(parent);
  const outerPlace = { parent: parent.parentElement, from: position, to: position + 1 };
  return hasOnlyBlankSiblings(outerPlace) ? widestPlace(outerPlace, root) : withAdjacentSpace(place);
}

/** Returns the place extended by one node on each side. */
export function withSiblings(place: Place): Place {
  return withAdjacentSpace({
    parent: place.parent,
    from: Math.max(0, place.from - 1),
    to: Math.min(place.parent.childNodes.length, place.to + 1),
  });
}

/**
 * Returns the place of the outermost element that contains the given place. The `<div>` that the server puts around the
 * whole text does not count.
 */
export function outermostPlaceOf(place: Place, root: Element): Place {
  const path = ancestorsFrom(place.parent, root);
  const elements = [...root.children];
  const wrapper = elements.length === 1 && elements[0]?.localName === 'div' ? elements[0] : undefined;
  const parent = wrapper !== undefined && path[1] === wrapper ? wrapper : root;
  const child = path[path.indexOf(parent) + 1];
  if (child === undefined) return withAdjacentSpace(place);
  const position = ([...parent.childNodes] as Node[]).indexOf(child);
  return withAdjacentSpace({ parent, from: position, to: position + 1 });
}

/** Returns the place extended by the white space on both sides, which is added and removed together with blocks. */
function withAdjacentSpace({ parent, from, to }: Place): Place {
  const isSpace = (position: number) => {
    const node = parent.childNodes[position];
    return node !== undefined && isBlank(node);
  };
  return { parent, from: isSpace(from - 1) ? from - 1 : from, to: isSpace(to) ? to + 1 : to };
}

function serializeNodes(nodes: readonly Node[]): string {
  return nodes
    .map((node) => (isElement(node) ? node.outerHTML : `${node.nodeType}:${JSON.stringify(node.nodeValue)}`))
    .join(' ');
}

/**
 * Describes the first difference between the tree `root` and the tree `saved`, ignoring the nodes in `place`, which is
 * a place in `root`. Returns undefined if there is no difference.
 */
export function findChangeOutside(place: Place, root: Element, saved: Element): string | undefined {
  let [first, second] = [root, saved];
  for (const next of ancestorsFrom(place.parent, root).slice(1)) {
    const [originalNodes, savedNodes] = [[...first.childNodes] as Node[], [...second.childNodes] as Node[]];
    const position = originalNodes.indexOf(next);
    const problem = changeBesidePlace(originalNodes, savedNodes, position, position + 1);
    if (problem) return problem;
    const counterpart = savedNodes[position];
    if (
      savedNodes.length !== originalNodes.length ||
      !counterpart ||
      !isElement(counterpart) ||
      startTagOf(counterpart) !== startTagOf(next)
    ) {
      return `around the place: ${startTagOf(next)} became ${serializeNodes(savedNodes.slice(position, position + 1 + savedNodes.length - originalNodes.length))}`;
    }
    [first, second] = [next, counterpart];
  }
  return changeBesidePlace([...first.childNodes], [...second.childNodes], place.from, place.to);
}

function changeBesidePlace(
  originalNodes: readonly Node[],
  savedNodes: readonly Node[],
  from: number,
  to: number,
): string | undefined {
  const countAfter = originalNodes.length - to;
  if (!areNodesEqual(originalNodes.slice(0, from), savedNodes.slice(0, from)))
    return `before the place: ${serializeNodes(originalNodes.slice(0, from))} became ${serializeNodes(savedNodes.slice(0, from))}`;
  const savedAfter = countAfter === 0 ? [] : savedNodes.slice(-countAfter);
  if (savedNodes.length < from + countAfter || !areNodesEqual(originalNodes.slice(to), savedAfter))
    return `after the place: ${serializeNodes(originalNodes.slice(to))} became ${serializeNodes(savedAfter)}`;
  return undefined;
}

/** Returns whether the element is the `<div>` around the content of a task. */
function isTaskContent(element: Element): boolean {
  return (
    element.localName === 'div' &&
    element.parentElement?.getAttribute('data-type') === 'taskItem' &&
    element.nextElementSibling === null
  );
}

/**
 * Returns the nodes before the first place and after the last place. With `withoutEdges`, the nodes next to the places
 * are omitted.
 */
export function nodesOutside(places: readonly Place[], nodes: readonly Node[], withoutEdges: boolean): Node[] {
  const edges = places.map(({ parent, from, to }) => [parent.childNodes[from], parent.childNodes[to - 1]] as const);
  const precedes = (first: Node, second: Node | undefined) =>
    second !== undefined && (first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const before = nodes.filter((node) => edges.every(([first]) => precedes(node, first)));
  const after = nodes.filter((node) => edges.every(([, last]) => last !== undefined && precedes(last, node)));
  const isNotBlank = (node: Node) => !isBlank(node);
  return withoutEdges
    ? [...before.filter(isNotBlank).slice(0, -1), ...after.filter(isNotBlank).slice(1)]
    : [...before, ...after];
}

/** Returns whether exactly one task has changed between done and not done, and both trees are otherwise equal. */
export function differInOneCheckbox(first: HTMLElement, second: HTMLElement): boolean {
  const [before, after] = [first, second].map((tree) => {
    const copy = tree.cloneNode(true) as HTMLElement;
    const checkedStates = [...copy.querySelectorAll('li[data-type=taskItem]')].map(
      (item) => item.getAttribute('data-checked') === 'true',
    );
    for (const item of copy.querySelectorAll('li[data-type=taskItem]')) item.removeAttribute('data-checked');
    for (const box of copy.querySelectorAll('li[data-type=taskItem] > label input')) box.removeAttribute('checked');
    return { copy, ticks: checkedStates };
  });
  if (!before || !after || !isSameNode(before.copy, after.copy)) return false;
  return before.ticks.filter((isDone, index) => isDone !== after.ticks[index]).length === 1;
}

/**
 * Returns the largest subtrees that contain none of the places of an edit, in document order. For an element whose name
 * matches `replaceableNames`, returns its content instead of the element.
 */
export function subtreesOutside(places: readonly Place[], root: Element, replaceableNames: RegExp | undefined): Node[] {
  const isReplaceable = (node: Node) =>
    replaceableNames !== undefined && isElement(node) && (replaceableNames.test(node.localName) || isTaskContent(node));
  const isAroundPlace = (node: Node): boolean =>
    isReplaceable(node) || places.some(({ parent }) => node.contains(parent));
  const isInPlace = (parent: Element, index: number): boolean =>
    places.some((place) => place.parent === parent && index >= place.from && index < place.to);
  const walk = (parent: Element): Node[] =>
    ([...parent.childNodes] as Node[]).flatMap((node, index) => {
      // The label of a task is removed when the list item is no longer a task.
      const isTaskLabel =
        isElement(node) && node.localName === 'label' && parent.getAttribute('data-type') === 'taskItem';
      if (isTaskLabel || isInPlace(parent, index)) return [];
      return isAroundPlace(node) && isElement(node) ? walk(node) : [node];
    });
  return walk(root);
}

function isBlank(node: Node): boolean {
  return node.nodeType === 3 && /^[ \t\n\r\f]*$/.test(node.nodeValue ?? '');
}

/**
 * Describes the first subtree that the saved tree does not contain after the previous subtree, or returns undefined.
 * Ignores white space, which may be removed together with blocks.
 */
export function findLostNode(saved: Element, nodes: readonly Node[]): string | undefined {
  const orderedNodes: Node[] = [];
  const addInOrder = (node: Node) => {
    orderedNodes.push(node);
    node.childNodes.forEach(addInOrder);
  };
  saved.childNodes.forEach(addInOrder);
  let position = 0;
  for (const node of nodes) {
    if (isBlank(node)) continue;
    let matchIndex = position;
    while (matchIndex < orderedNodes.length && !isSameNode(node, orderedNodes[matchIndex] as Node)) matchIndex += 1;
    const matchingNode = orderedNodes[matchIndex];
    if (!matchingNode) return `lost: ${serializeNodes([node])}`;
    position = matchIndex + 1;
    while (orderedNodes[position] && matchingNode.contains(orderedNodes[position] as Node)) position += 1;
  }
  return undefined;
}

/** Elements whose content Plane's web editor drops. */
const CONTENTLESS_ELEMENTS =
  'span[data-type=emoji], div[data-type=horizontalRule], mention-component, image-component, issue-embed-component, embed-component, ' +
  'attachment-component, emoji-component, inline-math, page-break-component, hr, br, img';

/** Returns how often a text occurs in the content that remains after Plane's web editor has loaded it. */
export function countInWebEditor(html: string, text: string): number {
  const root = treeOf(html);
  for (const element of root.querySelectorAll(CONTENTLESS_ELEMENTS)) element.replaceChildren();
  return (root.textContent ?? '').split(text).length - 1;
}

/** Returns the ids that occur more than once in the saved tree, and more often than in the loaded tree. */
export function duplicatedIdsOf(root: Element, saved: Element): string[] {
  const count = (tree: Element) => {
    const counts = new Map<string, number>();
    for (const element of tree.querySelectorAll('[id]')) counts.set(element.id, (counts.get(element.id) ?? 0) + 1);
    return counts;
  };
  const before = count(root);
  return [...count(saved)].filter(([id, times]) => times > 1 && times > (before.get(id) ?? 0)).map(([id]) => id);
}
