// Owns the link mark: an address that is carried, shown and opened by the host, never followed by the page.
import { Mark, mergeAttributes } from '@tiptap/core';
import DOMPurify from 'dompurify';

const OPENABLE = /^(https?:\/\/|mailto:)/i;

/** Whether an address may be offered to the host for opening. */
export function isOpenable(href: string): boolean {
  return OPENABLE.test(href.trim());
}

/**
 * The address as it is opened, for the tooltip of a link: without characters that read as others (punycode,
 * percent-encoding).
 */
export function tooltipAddress(href: string): string {
  return URL.canParse(href.trim()) ? new URL(href.trim()).href : href;
}

/** What a person typed as an address; a bare domain means https. Undefined when it is no address. */
export function readTypedAddress(typed: string): string | undefined {
  const text = typed.trim();
  if (isOpenable(text)) return text;
  if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(text)) return `mailto:${text}`;
  return /^[\w-]+(\.[\w-]+)+([/?#:]\S*)?$/.test(text) ? `https://${text}` : undefined;
}

/** In the live page the address stands in `data-href`, so neither the browser nor the workbench can follow it. */
export const Link = Mark.create({
  name: 'link',
  inclusive: false,
  addAttributes: () => ({ href: { default: '', rendered: false } }),
  parseHTML: () => [
    {
      tag: 'a[data-href]',
      // Whatever is pasted may claim to be ours.
      getAttrs: (live) => {
        const href = live.dataset['href'] ?? '';
        return DOMPurify.isValidAttribute('a', 'href', href) ? { href } : false;
      },
    },
    {
      tag: 'a[href]',
      getAttrs: (live) => {
        const href = live.getAttribute('href') ?? '';
        return isOpenable(href) ? { href } : false;
      },
    },
  ],
  renderHTML({ mark, HTMLAttributes }) {
    const href = String(mark.attrs['href']);
    return ['a', mergeAttributes(HTMLAttributes, { 'data-href': href, title: tooltipAddress(href) }), 0];
  },
});
