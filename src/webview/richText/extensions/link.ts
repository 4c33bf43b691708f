// The link mark: its address is preserved and shown, and only the host opens it.
import { Mark, mergeAttributes } from '@tiptap/core';
import DOMPurify from 'dompurify';

const OPENABLE = /^(https?:\/\/|mailto:)/i;

/** Whether the host may be asked to open an address. */
export function isOpenable(href: string): boolean {
  return OPENABLE.test(href.trim());
}

/**
 * Returns the normalized address for a link's tooltip, without characters that imitate others (punycode,
 * percent-encoding).
 */
export function tooltipAddress(href: string): string {
  return URL.canParse(href.trim()) ? new URL(href.trim()).href : href;
}

/** Returns the address that the user typed, or undefined when it is not an address. A bare domain means https. */
export function readTypedAddress(typed: string): string | undefined {
  const text = typed.trim();
  if (isOpenable(text)) return text;
  if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(text)) return `mailto:${text}`;
  return /^[\w-]+(\.[\w-]+)+([/?#:]\S*)?$/.test(text) ? `https://${text}` : undefined;
}

/** In the live page the address is in `data-href`, so that neither the browser nor VS Code can follow it. */
export const Link = Mark.create({
  name: 'link',
  inclusive: false,
  addAttributes: () => ({ href: { default: '', rendered: false } }),
  parseHTML: () => [
    {
      tag: 'a[data-href]',
      // Pasted HTML may contain these attributes too.
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
