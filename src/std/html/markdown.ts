// Converts the Markdown of comments to the HTML that is sent.
import MarkdownIt from 'markdown-it';

/** HTML that replaces a part of a text, which is not converted. */
export interface HtmlReplacement {
  readonly start: number;
  readonly end: number;
  readonly html: string;
}

/**
 * HTML in the source stays text. `replace` gets each text that is not code or part of a link, and returns the parts to
 * replace, in their order.
 */
export function markdownToHtml(markdown: string, replace?: (text: string) => readonly HtmlReplacement[]): string {
  const converter = new MarkdownIt({ html: false, linkify: true, breaks: true });
  if (replace !== undefined) replaceTexts(converter, replace);
  return compactHtml(converter.render(markdown));
}

/** Runs before addresses become links, because an email address after an @ would be taken for a link. */
function replaceTexts(
  converter: InstanceType<typeof MarkdownIt>,
  replace: (text: string) => readonly HtmlReplacement[],
): void {
  converter.core.ruler.before('linkify', 'replaceTexts', ({ tokens, Token }) => {
    const tokenOf = (type: string, content: string) => Object.assign(new Token(type, '', 0), { content });
    for (const block of tokens) {
      let linkDepth = 0;
      block.children &&= block.children.flatMap((token) => {
        if (token.type === 'link_open') linkDepth += 1;
        if (token.type === 'link_close') linkDepth -= 1;
        if (token.type !== 'text' || linkDepth > 0) return [token];
        let position = 0;
        const parts = replace(token.content).flatMap(({ start, end, html }) => {
          const textBefore = token.content.slice(position, start);
          position = end;
          return [tokenOf('text', textBefore), tokenOf('html_inline', html)];
        });
        return parts.length === 0 ? [token] : [...parts, tokenOf('text', token.content.slice(position))];
      });
    }
  });
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
