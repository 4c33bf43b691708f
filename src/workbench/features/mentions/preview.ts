// Links mentions in the Markdown preview with a plugin for its parser.
// It finds none while the user is signed out. It is loaded at activation and imports only types, so that an early
// preview loads nothing else.
import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import type { IdentifierMatch } from '../../../mentions/identifiers.ts';

/** What the preview shows of a mention. */
export interface PreviewLink {
  /** Undefined if the preview cannot follow any link to the work item. Then only the title is shown. */
  readonly href: string | undefined;
  readonly title: string;
}

/** Set while the user is signed in. */
export interface PreviewSource {
  find(text: string): readonly IdentifierMatch[];
  link(mention: IdentifierMatch): PreviewLink;
}

/** Connects the plugin, which exists from activation, to the source of mentions of the current session. */
export class LinkedPreview {
  source: PreviewSource | undefined;
}

/** What VS Code's Markdown extension expects of an extension with a plugin. */
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

/** Text within links and code stays unchanged. Only text and attributes are added, which the parser escapes. */
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
