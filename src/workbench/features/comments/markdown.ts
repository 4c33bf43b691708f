// Converts the Markdown of comments to the HTML that is sent.
import MarkdownIt from 'markdown-it';

/** Returns compact HTML: Plane's editor shows whitespace between tags as blank lines. HTML in the source stays text. */
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
