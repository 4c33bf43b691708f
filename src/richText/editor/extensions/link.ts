// The link mark. The editor preserves and shows the URL of a link, but only the extension host opens it.
import { Mark, mergeAttributes } from '@tiptap/core';
import DOMPurify from 'dompurify';

const OPENABLE_URL_PATTERN = /^(https?:\/\/|mailto:)/i;

/** Returns whether the extension host opens this URL: HTTP, HTTPS and mailto URLs. */
export function isOpenable(href: string): boolean {
  return OPENABLE_URL_PATTERN.test(href.trim());
}

/**
 * Returns the URL for a link's tooltip. The host name is in punycode and other characters are percent-encoded, so that
 * no character can imitate another.
 */
export function tooltipUrl(href: string): string {
  return URL.canParse(href.trim()) ? new URL(href.trim()).href : href;
}

/** Returns the URL that the user typed, or undefined if the text is not a URL. A domain gets `https://`. */
export function parseTypedUrl(typedText: string): string | undefined {
  const text = typedText.trim();
  if (isOpenable(text)) return text;
  if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(text)) return `mailto:${text}`;
  return /^[\w-]+(\.[\w-]+)+([/?#:]\S*)?$/.test(text) ? `https://${text}` : undefined;
}

/** In the editor's DOM, the URL is in `data-href`, so that neither the browser nor VS Code can open it. */
export const Link = Mark.create({
  name: 'link',
  inclusive: false,
  addAttributes: () => ({ href: { default: '', rendered: false } }),
  parseHTML: () => [
    {
      tag: 'a[data-href]',
      // Pasted HTML may also contain `data-href`, so the URL is validated here.
      getAttrs: (element) => {
        const href = element.dataset['href'] ?? '';
        return DOMPurify.isValidAttribute('a', 'href', href) ? { href } : false;
      },
    },
    {
      tag: 'a[href]',
      getAttrs: (element) => {
        const href = element.getAttribute('href') ?? '';
        return isOpenable(href) ? { href } : false;
      },
    },
  ],
  renderHTML({ mark, HTMLAttributes }) {
    const href = String(mark.attrs['href']);
    return ['a', mergeAttributes(HTMLAttributes, { 'data-href': href, title: tooltipUrl(href) }), 0];
  },
});
