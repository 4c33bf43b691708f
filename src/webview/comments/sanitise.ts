// Owns making other people's HTML harmless before it is shown: nothing of it runs, loads, navigates or looks like part of the page.
import DOMPurify from 'dompurify';
import { isOpenable, tooltipAddress } from '../richText/link.ts';
import { attributesOf, parseInert } from '../richText/markup.ts';
import { languageOf } from '../richText/shapes.ts';

const TAGS = (
  'a abbr b blockquote br caption code col colgroup dd del details div dl dt em h1 h2 h3 h4 h5 h6 hr i ins kbd li mark ol p pre q s samp ' +
  'small span strike strong sub summary sup table tbody td tfoot th thead tr u ul var'
).split(' ');
/** Ours: what stands where a picture was, and which language code is in. Whatever the text itself says there is taken off first. */
const OWN = ['class', 'data-picture', 'data-alt', 'data-language'];
const ATTRIBUTES = ['href', 'title', 'colspan', 'rowspan', 'start', 'dir', 'lang', 'data-type', 'data-checked', ...OWN];

/** Of the page's document: a picture named `createElement` hides that of its own. */
function chip(className: string, text: string): HTMLElement {
  const element = document.createElement('span');
  element.className = className;
  element.textContent = text;
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
    for (const label of item.querySelectorAll(':scope > label')) {
      label.replaceWith(chip('visually-hidden', item.getAttribute('data-checked') === 'true' ? 'Done: ' : 'Open: '));
    }
  }
}

/** A fragment that may be put into the page. */
export function sanitise(html: string, people: Readonly<Record<string, string>>): DocumentFragment {
  const body = parseInert(html);
  const languages = [...body.querySelectorAll('pre > code')].map((code) => [code, languageOf(attributesOf(code))] as const);
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
  return DOMPurify.sanitize(body.innerHTML, {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ATTRIBUTES,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
}
