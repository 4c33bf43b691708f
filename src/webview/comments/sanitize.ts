// Owns making other people's HTML harmless before it is shown: nothing of it runs, loads, navigates or looks like part
// of the page.

import DOMPurify from 'dompurify';
import { displayName } from '../../std/displayName.ts';
import { isOpenable, tooltipAddress } from '../richText/extensions/link.ts';
import { exceededLimit } from '../richText/load/limits.ts';
import { isLeaf } from '../richText/markup/elements.ts';
import { attributesOf, isElement, parseInert, walk } from '../richText/markup/markup.ts';
import { languageOf } from '../richText/markup/shapes.ts';

const TAGS = (
  'a abbr b blockquote br caption code col colgroup dd del details div dl dt em h1 h2 h3 h4 h5 h6 hr i ins kbd li mark ol p pre q s samp ' +
  'small span strike strong sub summary sup table tbody td tfoot th thead tr u ul var'
).split(' ');
const ALLOWED: ReadonlySet<string> = new Set(TAGS);
/** What these hold is taken off with them. */
const SILENT: ReadonlySet<string> = new Set(
  'audio head iframe math noembed noframes noscript plaintext script style svg template title video xmp'.split(' '),
);
const HTML = 'http://www.w3.org/1999/xhtml';
/**
 * Ours: what stands where a picture was, and which language code is in. Whatever the text itself says there is taken
 * off first.
 */
const OWN = ['class', 'data-picture', 'data-alt', 'data-language'];
const ATTRIBUTES = ['href', 'title', 'colspan', 'rowspan', 'start', 'dir', 'lang', 'data-type', 'data-checked', ...OWN];

/** Of the page's document: a picture named `createElement` hides that of its own. */
function chip(className: string, text: string): HTMLElement {
  const element = document.createElement('span');
  element.className = className;
  element.textContent = displayName(text);
  return element;
}

/** A place for the picture, to be filled by whoever shows the text. */
function pictureChip(picture: Element): HTMLElement {
  const words = picture.getAttribute('alt') || picture.getAttribute('title') || '';
  const element = chip('picture-place', words === '' ? 'Picture' : `Picture: ${words}`);
  element.dataset['picture'] = picture.getAttribute('src') ?? '';
  element.dataset['alt'] = words;
  return element;
}

function replaceComponents(body: HTMLElement, people: Readonly<Record<string, string>>): void {
  for (const picture of body.querySelectorAll('img, image-component')) {
    picture.replaceWith(pictureChip(picture));
  }
  for (const mention of body.querySelectorAll('mention-component')) {
    const name = people[mention.getAttribute('entity_identifier') ?? ''] ?? 'someone';
    mention.replaceWith(chip('mention-chip', `@${name}`));
  }
  for (const item of body.querySelectorAll('li[data-type=taskItem]')) {
    for (const label of [...item.children].filter(({ localName }) => localName === 'label')) {
      label.replaceWith(chip('visually-hidden', item.getAttribute('data-checked') === 'true' ? 'Done: ' : 'Open: '));
    }
  }
  for (const leaf of [...body.querySelectorAll('span[data-type=emoji], div[data-type=horizontalRule]')].filter(
    isLeaf,
  )) {
    if (leaf.textContent?.trim() !== '') continue;
    if (leaf.localName === 'div') leaf.replaceWith(document.createElement('hr'));
    else leaf.replaceWith(`:${leaf.getAttribute('data-name') ?? 'emoji'}:`);
  }
}

/**
 * Takes off elements that the cleaner would take off, which copies all that is inside of each: here every node is moved
 * once at most.
 */
function unwrap(body: HTMLElement): void {
  const outerFirst: Element[] = [];
  walk(body, (node) => {
    if (!isElement(node) || node.namespaceURI !== HTML) return false;
    if (!ALLOWED.has(node.localName) && !SILENT.has(node.localName)) outerFirst.push(node);
    return !SILENT.has(node.localName);
  });
  for (const element of outerFirst) {
    while (element.firstChild !== null) element.parentNode?.insertBefore(element.firstChild, element);
    element.remove();
  }
}

/** Nothing but words. */
function plainText({ reason, text, isCut }: NonNullable<ReturnType<typeof exceededLimit>>): DocumentFragment {
  const fragment = document.createDocumentFragment();
  const note = document.createElement('p');
  note.className = 'dimmed';
  note.textContent = `Shown as plain text because ${reason}.${isCut ? ' Only the beginning is shown.' : ''}`;
  fragment.append(note);
  const words = chip('plain-words', text);
  fragment.append(words);
  return fragment;
}

/** A fragment that may be put into the page. */
export function sanitize(html: string, people: Readonly<Record<string, string>>): DocumentFragment {
  const beyond = exceededLimit(html);
  if (beyond !== undefined) return plainText(beyond);
  const body = parseInert(html);
  const languages = [...body.querySelectorAll('pre > code')].map(
    (code) => [code, languageOf(attributesOf(code))] as const,
  );
  for (const element of body.querySelectorAll(OWN.map((name) => `[${name}]`).join())) {
    for (const name of OWN) element.removeAttribute(name);
  }
  for (const [code, language] of languages) if (language !== null) code.setAttribute('data-language', language);
  for (const link of body.querySelectorAll('[href]')) {
    const href = link.getAttribute('href') ?? '';
    // What a text says of its links could be any other address.
    for (const one of [link, ...link.querySelectorAll('[title]')]) one.removeAttribute('title');
    if (isOpenable(href)) link.setAttribute('title', tooltipAddress(href));
    else link.removeAttribute('href');
  }
  replaceComponents(body, people);
  unwrap(body);
  return DOMPurify.sanitize(body.innerHTML, {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ATTRIBUTES,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
}
