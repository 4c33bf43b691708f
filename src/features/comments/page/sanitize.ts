// Sanitizes HTML from other users, so that it cannot run scripts, load files or imitate the page.

import * as l10n from '@vscode/l10n';
import DOMPurify from 'dompurify';
import { isOpenable, tooltipUrl } from '../../../richText/editor/extensions/link.ts';
import { exceededLimit } from '../../../richText/editor/load/limits.ts';
import { isEmojiOrHorizontalRule } from '../../../richText/editor/markup/elements.ts';
import { attributesOf, isElement, parseInert, walk } from '../../../richText/editor/markup/markup.ts';
import { languageOf } from '../../../richText/editor/markup/nodeAttributes.ts';
import { displayName } from '../../../std/displayName.ts';

const ALLOWED_TAG_NAMES = (
  'a abbr b blockquote br caption code col colgroup dd del details div dl dt em h1 h2 h3 h4 h5 h6 hr i ins kbd li mark ol p pre q s samp ' +
  'small span strike strong sub summary sup table tbody td tfoot th thead tr u ul var'
).split(' ');
const ALLOWED_TAG_SET: ReadonlySet<string> = new Set(ALLOWED_TAG_NAMES);
/** Elements that are removed together with their content. */
const TAGS_REMOVED_WITH_CONTENT: ReadonlySet<string> = new Set(
  'audio head iframe math noembed noframes noscript plaintext script style svg template title video xmp'.split(' '),
);
const HTML_NAMESPACE = 'http://www.w3.org/1999/xhtml';
/**
 * Attributes that this module sets to mark pictures and the language of code. Attributes with these names in the
 * original HTML are removed first.
 */
const ADDED_ATTRIBUTES = ['class', 'data-picture', 'data-alt', 'data-language'];
const ALLOWED_ATTRIBUTES = [
  'href',
  'title',
  'colspan',
  'rowspan',
  'start',
  'dir',
  'lang',
  'data-type',
  'data-checked',
  ...ADDED_ATTRIBUTES,
];

/** Uses the page's `document`: in the parsed document, an image named `createElement` would hide that method. */
function createSpan(className: string, text: string): HTMLElement {
  const element = document.createElement('span');
  element.className = className;
  element.textContent = displayName(text);
  return element;
}

/** Returns a placeholder for a picture. The component that shows the text loads the picture into the placeholder. */
function createPicturePlaceholder(picture: Element): HTMLElement {
  const altText = picture.getAttribute('alt') || picture.getAttribute('title') || '';
  const element = createSpan('picture-place', altText === '' ? l10n.t('Image') : l10n.t('Image: {0}', altText));
  element.dataset['picture'] = picture.getAttribute('src') ?? '';
  element.dataset['alt'] = altText;
  return element;
}

function replaceComponents(body: HTMLElement, people: Readonly<Record<string, string>>): void {
  for (const picture of body.querySelectorAll('img, image-component')) {
    picture.replaceWith(createPicturePlaceholder(picture));
  }
  for (const mention of body.querySelectorAll('mention-component')) {
    const name = people[mention.getAttribute('entity_identifier') ?? ''] ?? l10n.t('Unknown user');
    mention.replaceWith(createSpan('mention-chip', `@${name}`));
  }
  for (const item of body.querySelectorAll('li[data-type=taskItem]')) {
    for (const label of [...item.children].filter(({ localName }) => localName === 'label')) {
      const stateText = item.getAttribute('data-checked') === 'true' ? l10n.t('Done:') : l10n.t('Not done:');
      label.replaceWith(createSpan('visually-hidden', `${stateText} `));
    }
  }
  for (const element of [...body.querySelectorAll('span[data-type=emoji], div[data-type=horizontalRule]')].filter(
    isEmojiOrHorizontalRule,
  )) {
    if (element.textContent?.trim() !== '') continue;
    if (element.localName === 'div') element.replaceWith(document.createElement('hr'));
    else element.replaceWith(`:${element.getAttribute('data-name') ?? 'emoji'}:`);
  }
}

/**
 * Replaces each disallowed element with its content. DOMPurify would copy the content of each nested element again;
 * this function moves every node at most once.
 */
function unwrapDisallowed(body: HTMLElement): void {
  const disallowedElements: Element[] = [];
  walk(body, (node) => {
    if (!isElement(node) || node.namespaceURI !== HTML_NAMESPACE) return false;
    if (!ALLOWED_TAG_SET.has(node.localName) && !TAGS_REMOVED_WITH_CONTENT.has(node.localName))
      disallowedElements.push(node);
    return !TAGS_REMOVED_WITH_CONTENT.has(node.localName);
  });
  for (const element of disallowedElements) {
    while (element.firstChild !== null) element.parentNode?.insertBefore(element.firstChild, element);
    element.remove();
  }
}

/** Returns a fragment for a text that exceeds a limit: the reason, and the text as plain text. */
function plainTextFragment({
  reason,
  text,
  isTruncated,
}: NonNullable<ReturnType<typeof exceededLimit>>): DocumentFragment {
  const fragment = document.createDocumentFragment();
  const notice = document.createElement('p');
  notice.className = 'dimmed';
  notice.textContent = [
    reason,
    l10n.t('It is shown as plain text.'),
    isTruncated ? l10n.t('Only the beginning is shown.') : [],
  ]
    .flat()
    .join(' ');
  fragment.append(notice);
  fragment.append(createSpan('plain-words', text));
  return fragment;
}

/** Returns a sanitized fragment that can be inserted into the page. `people` maps user ids to names. */
export function sanitize(html: string, people: Readonly<Record<string, string>>): DocumentFragment {
  const limit = exceededLimit(html);
  if (limit !== undefined) return plainTextFragment(limit);
  const body = parseInert(html);
  const languages = [...body.querySelectorAll('pre > code')].map(
    (code) => [code, languageOf(attributesOf(code))] as const,
  );
  for (const element of body.querySelectorAll(ADDED_ATTRIBUTES.map((name) => `[${name}]`).join())) {
    for (const name of ADDED_ATTRIBUTES) element.removeAttribute(name);
  }
  for (const [code, language] of languages) if (language !== null) code.setAttribute('data-language', language);
  for (const link of body.querySelectorAll('[href]')) {
    const href = link.getAttribute('href') ?? '';
    // A `title` attribute from the text could show a different URL than the link's.
    for (const titledElement of [link, ...link.querySelectorAll('[title]')]) titledElement.removeAttribute('title');
    if (isOpenable(href)) link.setAttribute('title', tooltipUrl(href));
    else link.removeAttribute('href');
  }
  replaceComponents(body, people);
  unwrapDisallowed(body);
  return DOMPurify.sanitize(body.innerHTML, {
    ALLOWED_TAGS: ALLOWED_TAG_NAMES,
    ALLOWED_ATTR: ALLOWED_ATTRIBUTES,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
}
