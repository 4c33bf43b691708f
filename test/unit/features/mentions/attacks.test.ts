// Tests that VS Code renders text of other users as text, not as links, icons or HTML.
// Each hostile text of the corpus is tested wherever VS Code shows text of other users.
import { Parser } from 'htmlparser2';
import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { markdownLink } from '../../../../src/core/session/markdownLink.ts';
import { markdownPlugin, PreviewSourceHolder } from '../../../../src/features/mentions/preview.ts';
import { tooltipOf } from '../../../../src/features/tree/presentation/tooltip.ts';
import { commandLink } from '../../../../src/shell/code/itemHover.ts';
import { escapeCodicons, escapeLinks } from '../../../../src/shell/prompts/escape.ts';
import { markdownToHtml } from '../../../../src/std/html/markdown.ts';
import { escapeMarkdown, firstLines } from '../../../../src/std/text.ts';
import { textAttacks } from '../../../support/hostile/corpus.ts';
import { createTreeData, item } from '../tree/treeData.ts';

const attacks = textAttacks();
/** A parser that is more permissive than VS Code's parser: it allows HTML, and links URLs in text. */
const markdown = new MarkdownIt({ html: true, linkify: true, breaks: true });

/** Returns the types of all Markdown tokens that are not plain text. */
function markupIn(source: string): string[] {
  return markdown
    .parse(source, {})
    .flatMap((token) => [token, ...(token.children ?? [])])
    .map(({ type }) => type)
    .filter(
      (type) =>
        !/^(?:inline|text|text_special|softbreak|hardbreak|paragraph_(?:open|close)|strong_(?:open|close)|hr)$/.test(
          type,
        ),
    );
}

/**
 * Returns the icons that VS Code would show for a Markdown text. VS Code searches for icons in the rendered HTML, which
 * no longer contains the backslashes of escapes.
 */
function iconsIn(source: string): string[] {
  return source.replace(/\\(?=[^\w\s])/g, '').match(/\$\([a-z0-9-]+(?:~[a-z]+)?\)/gi) ?? [];
}

/** Returns the tags and attributes that a browser parses from the HTML. */
function tagsIn(html: string): { readonly name: string; readonly attributes: Readonly<Record<string, string>> }[] {
  const tags: { name: string; attributes: Readonly<Record<string, string>> }[] = [];
  const parser = new Parser({ onopentag: (name, attributes) => void tags.push({ name, attributes }) });
  parser.end(html);
  return tags;
}

describe('A hostile text', () => {
  it('exists in more than 1,500 variants, more than 900 of which contain markup', () => {
    expect(attacks.length).toBeGreaterThan(1_500);
    expect(attacks.filter((attack) => markupIn(attack).length > 0).length).toBeGreaterThan(900);
  });

  it('is rendered as plain text after escapeMarkdown', () => {
    expect(attacks.filter((attack) => markupIn(`x ${escapeMarkdown(attack)}`).length > 0)).toEqual([]);
    expect(attacks.filter((attack) => markupIn(escapeMarkdown(attack)).length > 0)).toEqual([]);
    const lines = (attack: string): string => firstLines(attack, 6).map(escapeMarkdown).join('  \n');
    expect(attacks.filter((attack) => markupIn(lines(attack)).length > 0)).toEqual([]);
  });

  it('is rendered without icons after escapeMarkdown', () => {
    expect(attacks.filter((attack) => iconsIn(escapeMarkdown(attack)).length > 0)).toEqual([]);
  });

  it('is shown without links in a notification, and without icons in a tree row', () => {
    const link = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i;
    const icon = /(?:\\)?\$\((?:[a-z0-9-]+(?:~[a-z]+)?)\)/i;
    expect(attacks.filter((attack) => link.test(attack)).length).toBeGreaterThan(20);
    expect(attacks.filter((attack) => link.test(escapeLinks(`Deleted “${attack}”. (${attack})`)))).toEqual([]);
    expect(attacks.filter((attack) => icon.test(escapeCodicons(`Deleted ${attack}`)))).toEqual([]);
  });

  it('adds no markup or icon to the tooltip of a tree row, except lists and headings in the description', () => {
    const tooltip = (attack: string, description_html: string): string => {
      const treeData = createTreeData({
        items: [item('i1', { name: attack, description_html, state: 's1', labels: ['l1'], assignees: ['u1'] })],
        states: [{ id: 's1', name: attack, group: 'started' }],
        users: [{ id: 'u1', display_name: attack }],
        groupNames: { 'i1 cycle': [attack], 'i1 modules': [attack, attack] },
      });
      return tooltipOf({ project: 'p1', id: 'i1' }, attack, treeData);
    };
    const blockTokenType = /^(?:heading|bullet_list|ordered_list|list_item)_(?:open|close)$/;
    for (const attack of attacks) {
      expect(markupIn(tooltip(attack, '')), attack).toEqual([]);
      expect(iconsIn(tooltip(attack, attack)), attack).toEqual(['$(contrail-started-half)', '$(account)']);
      const attackInBlocks = `<h1>${attack}</h1><ul><li>${attack}</li></ul>${attack}`;
      for (const description of [attack, attackInBlocks])
        expect(
          markupIn(tooltip('x', description)).filter((type) => !blockTokenType.test(type)),
          attack,
        ).toEqual([]);
    }
  });

  it('does not end a Markdown link that contains it', () => {
    for (const attack of attacks) {
      const link = `[x](${commandLink('contrail.openWorkItem', { project: attack, id: attack })} "Open")`;
      const [inline] = new MarkdownIt({ html: true })
        .disable('normalize')
        .parse(link.replaceAll('command:', 'https:'), {})
        .slice(1);
      expect(
        inline?.children?.map(({ type }) => type),
        attack,
      ).toEqual(['link_open', 'text', 'link_close']);
      const copiedLink = markdownLink(attack, `https://plane.example/${attack}`);
      expect(copiedLink.split('\n'), attack).toHaveLength(1);
      expect(
        markdown.parse(copiedLink, {})[1]?.children?.filter(({ type }) => type === 'html_inline' || type === 'image'),
        attack,
      ).toEqual([]);
    }
  });

  it('creates no HTML element that runs a script if a Markdown comment contains it', () => {
    for (const attack of attacks) {
      for (const { name, attributes } of tagsIn(markdownToHtml(attack))) {
        expect(name, attack).toMatch(
          /^(?:p|br|a|img|strong|em|s|code|pre|h[1-6]|ul|ol|li|label|input|span|div|blockquote|hr|table|thead|tbody|tr|th|td)$/,
        );
        expect(
          Object.keys(attributes).filter(
            (attribute) =>
              !/^(?:href|src|alt|title|class|start|style|data-type|data-checked|type|checked)$/.test(attribute),
          ),
          attack,
        ).toEqual([]);
        // A task list has check boxes, and no other inputs.
        if (name === 'input') expect(attributes['type'], attack).toBe('checkbox');
        expect(attributes['href'] ?? '', attack).not.toMatch(/^\s*(?:javascript|vbscript|data|file):/i);
      }
    }
  });

  it('does not end the title of a link in the Markdown preview', () => {
    const preview = new PreviewSourceHolder();
    let title = '';
    const parser = markdownPlugin(preview).extendMarkdownIt(new MarkdownIt({ html: true }));
    preview.source = {
      find: (text) => (text === 'X-1' ? [{ start: 0, end: 3, prefix: 'X', identifier: 'X-1', sequence: 1 }] : []),
      link: () => ({ href: 'https://plane.example/X-1', title }),
    };
    for (title of attacks) {
      const tags = tagsIn(parser.render('X-1'));
      expect(
        tags.map(({ name, attributes }) => [name, Object.keys(attributes)]),
        title,
      ).toEqual([
        ['p', []],
        ['a', ['href', 'title']],
      ]);
    }
  });
});
