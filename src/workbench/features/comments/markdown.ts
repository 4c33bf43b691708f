// Owns Markdown as comments are written in it, and the HTML that is sent for it.
import MarkdownIt from 'markdown-it';

/**
 * Compact HTML: whitespace between tags would show as blank lines in the service's own editor. HTML in the source stays
 * text.
 */
export function markdownToHtml(markdown: string): string {
  const html = new MarkdownIt({ html: false, linkify: true, breaks: true }).render(markdown);
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
