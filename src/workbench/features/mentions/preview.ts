// Owns work items in the Markdown preview: a plugin for the preview's own parser, which finds none until somebody is
// signed in. It stands in the door, so that a preview that opens before anything else loads nothing.
import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import type { IdentifierMatch } from '../../../mentions/identifiers.ts';

/** What the preview shows of a mention. */
export interface PreviewLink {
  /** Undefined where no link that a preview follows leads there: then it is only told what the work item is. */
  readonly href: string | undefined;
  readonly title: string;
}

/** Handed in while somebody is signed in. */
export interface PreviewSource {
  find(text: string): readonly IdentifierMatch[];
  link(mention: IdentifierMatch): PreviewLink;
}

/** The one thing that door and linking room share: whose mentions the preview shows. */
export class LinkedPreview {
  source: PreviewSource | undefined;
}

/** What VS Code's Markdown extension expects of an extension that brings a plugin. */
export interface PreviewPlugin {
  extendMarkdownIt(parser: MarkdownIt): MarkdownIt;
}

export function markdownPlugin(preview: LinkedPreview): PreviewPlugin {
  return {
    extendMarkdownIt: (parser) => {
      parser.core.ruler.push('contrail_work_items', (state) => {
        const { source } = preview;
        if (source !== undefined) for (const token of state.tokens) linkIn(token, source, state);
      });
      return parser;
    },
  };
}

/**
 * Text within links and code stays as it is. Nothing is put into the page but text and attributes, which the parser
 * escapes.
 */
function linkIn(block: Token, source: PreviewSource, state: StateCore): void {
  if (block.type !== 'inline' || block.children === null) return;
  let links = 0;
  block.children = block.children.flatMap((token) => {
    if (token.type === 'link_open') links += 1;
    if (token.type === 'link_close') links -= 1;
    return token.type === 'text' && links === 0 ? linkedText(token, source, state) : [token];
  });
}

function linkedText(token: Token, source: PreviewSource, state: StateCore): Token[] {
  const made: Token[] = [];
  let from = 0;
  for (const mention of source.find(token.content)) {
    const link = source.link(mention);
    made.push(...text(token.content.slice(from, mention.start), token.level, state));
    const [type, tag] = link.href === undefined ? ['work_item', 'span'] : ['link', 'a'];
    const open = new state.Token(`${type}_open`, tag, 1);
    open.attrs = [...(link.href === undefined ? [] : [['href', link.href] as [string, string]]), ['title', link.title]];
    made.push(
      open,
      ...text(token.content.slice(mention.start, mention.end), token.level + 1, state),
      new state.Token(`${type}_close`, tag, -1),
    );
    from = mention.end;
  }
  return made.length === 0 ? [token] : [...made, ...text(token.content.slice(from), token.level, state)];
}

function text(content: string, level: number, state: StateCore): Token[] {
  if (content === '') return [];
  const token = new state.Token('text', '', 0);
  token.content = content;
  token.level = level;
  return [token];
}
