// Converts the Markdown of comments to HTML, which is sent to the server.
import { createMarkdownParser, type MarkdownParser } from './markdownParser.ts';

/** A part of a text, from `start` to `end`, and the HTML that replaces it. The HTML is inserted unchanged. */
export interface HtmlReplacement {
  readonly start: number;
  readonly end: number;
  readonly html: string;
}

/**
 * Returns the HTML of the Markdown. HTML tags in the Markdown are shown as text. `replace` is called with each text
 * that is not code or part of a link, and returns the parts to replace, in the order of their position.
 */
export function markdownToHtml(markdown: string, replace?: (text: string) => readonly HtmlReplacement[]): string {
  const converter = createMarkdownParser({ linkify: true });
  if (replace !== undefined) replaceTexts(converter, replace);
  return compactHtml(converter.render(markdown));
}

/**
 * Makes the converter call `replace` for each text. Runs before `linkify`, which would convert the email address in
 * a mention (`@ann@example.com`) to a link.
 */
function replaceTexts(converter: MarkdownParser, replace: (text: string) => readonly HtmlReplacement[]): void {
  converter.core.ruler.before('linkify', 'replaceTexts', ({ tokens, Token }) => {
    const createToken = (type: string, content: string) => Object.assign(new Token(type, '', 0), { content });
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
          return [createToken('text', textBefore), createToken('html_inline', html)];
        });
        return parts.length === 0 ? [token] : [...parts, createToken('text', token.content.slice(position))];
      });
    }
  });
}

/**
 * Removes the line breaks between tags, which Plane's editor shows as blank lines. Does not change the content of
 * `<pre>`.
 */
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
