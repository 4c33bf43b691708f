// Parses HTML without running scripts or loading files, and writes parsed nodes as HTML.

/** The values of an element's attributes by name, as in the source. */
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
/** The HTML parser drops one line break directly after the start tags of these elements. */
const TAGS_DROPPING_LINE_BREAK = new Set(['listing', 'pre', 'textarea']);

/**
 * A document without a browsing context. All calls share one document, because creating a document takes longer than
 * parsing most opaque nodes.
 */
const inertDocument = new DOMParser().parseFromString('', 'text/html');

/** Parses HTML in a document in which no script runs, no picture is loaded and no event handler is called. */
export function parseInert(html: string): HTMLElement {
  const body = inertDocument.createElement('body');
  body.innerHTML = html;
  for (const form of body.querySelectorAll('form')) replaceForm(form);
  return body;
}

/**
 * Replaces a form with an element of the same name but without a form's properties. The fields of a form hide its
 * properties: a field with the name `attributes` hides `form.attributes`.
 */
function replaceForm(form: HTMLFormElement): void {
  const replacement = document.createElementNS(null, 'form');
  const attributes: NamedNodeMap = Reflect.get(Element.prototype, 'attributes', form);
  for (const attribute of attributes) replacement.setAttributeNode(attribute.cloneNode() as Attr);
  const nodes: NodeListOf<ChildNode> = Reflect.get(Node.prototype, 'childNodes', form);
  // One call for each node, because too many arguments of one call would overflow the stack.
  for (let node = nodes[0]; node !== undefined; node = nodes[0]) replacement.append(node);
  Element.prototype.replaceWith.call(form, replacement);
}

export function isElement(node: Node): node is Element {
  return node.nodeType === 1;
}

export function isTextNode(node: Node): node is Text {
  return node.nodeType === 3;
}

/**
 * Visits the nodes below `root` in document order, without recursion. If `enter` returns false, the children of the
 * node are skipped.
 */
export function walk(
  root: Node,
  enter: (node: Node, depth: number) => boolean,
  leave: (node: Node) => void = () => undefined,
): void {
  let [node, depth] = [root.firstChild as Node | null, 0];
  while (node !== null) {
    const firstChild = enter(node, depth) ? node.firstChild : null;
    if (firstChild !== null) {
      [node, depth] = [firstChild, depth + 1];
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

/** Returns the element's attributes, or null if it has none. Nodes that the user creates have null as well. */
export function attributesOf(element: Element): PreservedAttributes | null {
  if (element.attributes.length === 0) return null;
  return Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value]));
}

export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\u00a0', '&nbsp;');
}

export function writeStartTag(tag: string, attributes: PreservedAttributes | null): string {
  const attributeTexts = Object.entries(attributes ?? {}).map(
    ([name, value]) => ` ${name}="${escapeText(value).replaceAll('"', '&quot;')}"`,
  );
  return `<${tag}${attributeTexts.join('')}>`;
}

/** Returns the HTML of an element. `content` is the HTML in it, which is ignored for a void element such as `<br>`. */
export function writeElement(tag: string, attributes: PreservedAttributes | null, content: string): string {
  if (VOID_TAGS.has(tag)) return writeStartTag(tag, attributes);
  const leadingLineBreak = TAGS_DROPPING_LINE_BREAK.has(tag) && content.startsWith('\n') ? '\n' : '';
  return `${writeStartTag(tag, attributes)}${leadingLineBreak}${content}</${tag}>`;
}

/** Returns the HTML of a parsed node. Parsing this HTML results in an equal node. */
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
