// Converts the Markdown of comments to the HTML that is sent.
import MarkdownIt from 'markdown-it';

/** HTML in the source stays text. */
export function markdownToHtml(markdown: string): string {
  return compactHtml(new MarkdownIt({ html: false, linkify: true, breaks: true }).render(markdown));
}

/** Removes the whitespace between tags, which Plane's editor shows as blank lines. */
export function compactHtml(html: string): string {
  return html
    .split(/(<pre[\s\S]*?<\/pre>)/)
    .map((part) =>
      part.startsWith('<pre')
        ? part
        : part
            .replace(/>\s*\n\s*</g, '><')
            .replace(/<br>\n/g, '<br>')
            .trim(),
    )
    .join('');
}
