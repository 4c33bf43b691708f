// Owns making other people's HTML harmless before it is shown: nothing of it runs, loads, navigates or looks like part of the page.
import DOMPurify from 'dompurify';
import { isOpenable } from '../richText/link.ts';
import { parseInert } from '../richText/markup.ts';

const TAGS = (
  'a abbr b blockquote br caption code col colgroup dd del details div dl dt em h1 h2 h3 h4 h5 h6 hr i ins kbd li mark ol p pre q s samp ' +
  'small span strike strong sub summary sup table tbody td tfoot th thead tr u ul var'
).split(' ');
const ATTRIBUTES = ['href', 'title', 'colspan', 'rowspan', 'start', 'dir', 'lang', 'data-type', 'data-checked', 'class'];

function chip(owner: Document, className: string, text: string): HTMLElement {
  const element = owner.createElement('span');
  element.className = className;
  element.textContent = text;
  return element;
}

/** Where a picture would have come from; an asset id of the service has no host. */
function hostOf(address: string): string {
  return /^(?:https?:)?\/\/([^/?#]+)/i.exec(address.trim())?.[1]?.replace(/^.*@/, '') ?? '';
}

function describePicture(picture: Element): string {
  const words = picture.getAttribute('alt') || picture.getAttribute('title') || '';
  const host = hostOf(picture.getAttribute('src') ?? '');
  return ['Picture', words === '' ? '' : `: ${words}`, host === '' ? '' : ` (${host})`].join('');
}

function replaceComponents(body: HTMLElement, people: Readonly<Record<string, string>>): void {
  const owner = body.ownerDocument;
  for (const picture of body.querySelectorAll('img, image-component')) {
    picture.replaceWith(chip(owner, 'picture-chip', describePicture(picture)));
  }
  for (const mention of body.querySelectorAll('mention-component')) {
    const name = people[mention.getAttribute('entity_identifier') ?? ''] ?? 'someone';
    mention.replaceWith(chip(owner, 'mention-chip', `@${name}`));
  }
  for (const item of body.querySelectorAll('li[data-type=taskItem]')) {
    for (const label of item.querySelectorAll(':scope > label')) {
      label.replaceWith(chip(owner, 'visually-hidden', item.getAttribute('data-checked') === 'true' ? 'Done: ' : 'Open: '));
    }
  }
}

/** A fragment that may be put into the page. */
export function sanitise(html: string, people: Readonly<Record<string, string>>): DocumentFragment {
  const body = parseInert(html);
  for (const element of body.querySelectorAll('[class]')) element.removeAttribute('class');
  for (const link of body.querySelectorAll('[href]')) {
    if (!isOpenable(link.getAttribute('href') ?? '')) link.removeAttribute('href');
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
