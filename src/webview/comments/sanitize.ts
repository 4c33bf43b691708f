// Sanitizes HTML from other users: nothing in it runs, loads, navigates or imitates the page.

import * as l10n from '@vscode/l10n';
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
/** Elements that are removed together with their content. */
const SILENT: ReadonlySet<string> = new Set(
  'audio head iframe math noembed noframes noscript plaintext script style svg template title video xmp'.split(' '),
);
const HTML = 'http://www.w3.org/1999/xhtml';
/**
 * Attributes that this code sets: the place of a picture, and the language of code. The same attributes of the source
 * are removed first.
 */
const OWN = ['class', 'data-picture', 'data-alt', 'data-language'];
const ATTRIBUTES = ['href', 'title', 'colspan', 'rowspan', 'start', 'dir', 'lang', 'data-type', 'data-checked', ...OWN];

/** Uses the page's document: in the parsed one, a picture named `createElement` would hide that method. */
function chip(className: string, text: string): HTMLElement {
  const element = document.createElement('span');
  element.className = className;
  element.textContent = displayName(text);
  return element;
}

/** Returns a placeholder, which the component that shows the text fills with the picture. */
function pictureChip(picture: Element): HTMLElement {
  const words = picture.getAttribute('alt') || picture.getAttribute('title') || '';
  const element = chip('picture-place', words === '' ? l10n.t('Picture') : l10n.t('Picture: {0}', words));
  element.dataset['picture'] = picture.getAttribute('src') ?? '';
  element.dataset['alt'] = words;
  return element;
}

function replaceComponents(body: HTMLElement, people: Readonly<Record<string, string>>): void {
  for (const picture of body.querySelectorAll('img, image-component')) {
    picture.replaceWith(pictureChip(picture));
  }
  for (const mention of body.querySelectorAll('mention-component')) {
    const name = people[mention.getAttribute('entity_identifier') ?? ''] ?? l10n.t('Unknown user');
    mention.replaceWith(chip('mention-chip', `@${name}`));
  }
  for (const item of body.querySelectorAll('li[data-type=taskItem]')) {
    for (const label of [...item.children].filter(({ localName }) => localName === 'label')) {
      const state = item.getAttribute('data-checked') === 'true' ? l10n.t('Done:') : l10n.t('Not done:');
      label.replaceWith(chip('visually-hidden', `${state} `));
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
 * Unwraps elements that are not allowed. DOMPurify would copy the content of each of them; here every node is moved at
 * most once.
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

/** Returns a fragment with nothing but text. */
function plainText({ reason, text, isCut }: NonNullable<ReturnType<typeof exceededLimit>>): DocumentFragment {
  const fragment = document.createDocumentFragment();
  const note = document.createElement('p');
  note.className = 'dimmed';
  note.textContent = [reason, l10n.t('It is shown as plain text.'), isCut ? l10n.t('Only the beginning is shown.') : []]
    .flat()
    .join(' ');
  fragment.append(note);
  const words = chip('plain-words', text);
  fragment.append(words);
  return fragment;
}

/** Returns a sanitized fragment that can be inserted into the page. `people` are names by user id. */
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
    // A title from the text could show a different address.
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
