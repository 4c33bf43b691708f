// Parses markup without running anything in it, and writes parsed nodes as markup.

/** An element's attributes by name, as in the source. */
export type PreservedAttributes = Readonly<Record<string, string>>;

const VOID_TAGS = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'param',
  'source',
  'track',
  'wbr',
]);
const RAW_TEXT_TAGS = new Set(['iframe', 'noembed', 'noframes', 'plaintext', 'script', 'style', 'xmp']);
/** The parser drops one line break directly after these start tags. */
const BREAK_EATING_TAGS = new Set(['listing', 'pre', 'textarea']);

/**
 * A document without a browsing context. It is shared: each opaque node is parsed for display, and creating a document
 * costs more than parsing most of them.
 */
const inert = new DOMParser().parseFromString('', 'text/html');

/** Parses markup where no script runs, no picture is fetched and no handler fires. */
export function parseInert(html: string): HTMLElement {
  const body = inert.createElement('body');
  body.innerHTML = html;
  for (const form of body.querySelectorAll('form')) tame(form);
  return body;
}

/**
 * Replaces a form by a harmless element of the same name. The fields of a form hide its properties: a field named
 * `attributes` hides `form.attributes`.
 */
function tame(form: HTMLFormElement): void {
  const tamed = document.createElementNS(null, 'form');
  const attributes: NamedNodeMap = Reflect.get(Element.prototype, 'attributes', form);
  for (const attribute of attributes) tamed.setAttributeNode(attribute.cloneNode() as Attr);
  const nodes: NodeListOf<ChildNode> = Reflect.get(Node.prototype, 'childNodes', form);
  // One by one, because many nodes as arguments of one call would overflow the stack.
  for (let node = nodes[0]; node !== undefined; node = nodes[0]) tamed.append(node);
  Element.prototype.replaceWith.call(form, tamed);
}

export function isElement(node: Node): node is Element {
  return node.nodeType === 1;
}

export function isTextNode(node: Node): node is Text {
  return node.nodeType === 3;
}

/**
 * Visits the nodes below `root` in document order, without recursion. Where `enter` returns false, the node's children
 * are skipped.
 */
export function walk(
  root: Node,
  enter: (node: Node, depth: number) => boolean,
  leave: (node: Node) => void = () => undefined,
): void {
  let [node, depth] = [root.firstChild as Node | null, 0];
  while (node !== null) {
    const inner = enter(node, depth) ? node.firstChild : null;
    if (inner !== null) {
      [node, depth] = [inner, depth + 1];
      continue;
    }
    leave(node);
    while (node !== null && node.nextSibling === null) {
      node = node.parentNode === root ? null : node.parentNode;
      if (node !== null) leave(node);
      depth -= 1;
    }
    node = node?.nextSibling ?? null;
  }
}

/** Returns null when there are none, so that an element without attributes equals a new one. */
export function attributesOf(element: Element): PreservedAttributes | null {
  if (element.attributes.length === 0) return null;
  return Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value]));
}

export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\u00a0', '&nbsp;');
}

export function openTag(tag: string, attributes: PreservedAttributes | null): string {
  const written = Object.entries(attributes ?? {}).map(
    ([name, value]) => ` ${name}="${escapeText(value).replaceAll('"', '&quot;')}"`,
  );
  return `<${tag}${written.join('')}>`;
}

/** Writes an element. `inner` is already markup. */
export function writeElement(tag: string, attributes: PreservedAttributes | null, inner: string): string {
  if (VOID_TAGS.has(tag)) return openTag(tag, attributes);
  const lostBreak = BREAK_EATING_TAGS.has(tag) && inner.startsWith('\n') ? '\n' : '';
  return `${openTag(tag, attributes)}${lostBreak}${inner}</${tag}>`;
}

/** Returns the markup of a parsed node. Parsing it again gives the same tree. */
export function markupOf(node: Node): string {
  if (isTextNode(node)) {
    const parent = node.parentElement;
    return parent && RAW_TEXT_TAGS.has(parent.localName) ? node.data : escapeText(node.data);
  }
  if (node.nodeType === 8) return `<!--${node.nodeValue ?? ''}-->`;
  if (!isElement(node)) return '';
  if (node instanceof HTMLTemplateElement) return node.outerHTML;
  return writeElement(node.localName, attributesOf(node), markupOfAll([...node.childNodes]));
}

export function markupOfAll(nodes: readonly Node[]): string {
  return nodes.map(markupOf).join('');
}
