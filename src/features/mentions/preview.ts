// A markdown-it plugin that links mentions in VS Code's Markdown preview. The plugin is loaded at activation, so this
// module imports only types. The plugin links no mentions while the user is signed out.
import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import type { IdentifierMatch } from '../../core/mentions/identifiers.ts';

/** The link that the preview shows for a mention. */
export interface PreviewLink {
  /**
   * The URL of the work item. If the preview cannot open the work item, the URL is undefined, and only the title is
   * shown.
   */
  readonly href: string | undefined;
  readonly title: string;
}

/** Finds and links the mentions of the current session. */
export interface PreviewSource {
  find(text: string): readonly IdentifierMatch[];
  link(mention: IdentifierMatch): PreviewLink;
}

/** Passes the source of the current session to the plugin, which is created before the user signs in. */
export class PreviewSourceHolder {
  source: PreviewSource | undefined;
}

/** The API that VS Code's Markdown extension expects from an extension with a markdown-it plugin. */
export interface PreviewPlugin {
  extendMarkdownIt(parser: MarkdownIt): MarkdownIt;
}

export function markdownPlugin(preview: PreviewSourceHolder): PreviewPlugin {
  return {
    extendMarkdownIt: (parser) => {
      parser.core.ruler.push('contrail_work_items', (state) => {
        const { source } = preview;
        if (source !== undefined) for (const token of state.tokens) linkBlock(token, source, state);
      });
      return parser;
    },
  };
}

/** Adds links to plain text, but not inside of links and code. The parser escapes the added text and attributes. */
function linkBlock(block: Token, source: PreviewSource, state: StateCore): void {
  if (block.type !== 'inline' || block.children === null) return;
  let linkDepth = 0;
  block.children = block.children.flatMap((token) => {
    if (token.type === 'link_open') linkDepth += 1;
    if (token.type === 'link_close') linkDepth -= 1;
    return token.type === 'text' && linkDepth === 0 ? linkedText(token, source, state) : [token];
  });
}

function linkedText(token: Token, source: PreviewSource, state: StateCore): Token[] {
  const tokens: Token[] = [];
  let textStart = 0;
  for (const mention of source.find(token.content)) {
    const link = source.link(mention);
    addText(tokens, token.content.slice(textStart, mention.start), token.level, state);
    const [type, tag] = link.href === undefined ? ['work_item', 'span'] : ['link', 'a'];
    const openingToken = new state.Token(`${type}_open`, tag, 1);
    openingToken.attrs = [
      ...(link.href === undefined ? [] : [['href', link.href] as [string, string]]),
      ['title', link.title],
    ];
    tokens.push(openingToken);
    addText(tokens, token.content.slice(mention.start, mention.end), token.level + 1, state);
    tokens.push(new state.Token(`${type}_close`, tag, -1));
    textStart = mention.end;
  }
  if (tokens.length === 0) return [token];
  addText(tokens, token.content.slice(textStart), token.level, state);
  return tokens;
}

function addText(tokens: Token[], content: string, level: number, state: StateCore): void {
  if (content === '') return;
  const token = new state.Token('text', '', 0);
  token.content = content;
  token.level = level;
  tokens.push(token);
}
