// Tests the plugin that links mentions in the Markdown preview.
import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { IdentifierMatcher } from '../../../../src/core/mentions/identifiers.ts';
import { markdownPlugin, type PreviewLink, PreviewSourceHolder } from '../../../../src/features/mentions/preview.ts';

const matcher = new IdentifierMatcher(['WEB', 'ÇAĞRI']);

function createParser(
  link: (identifier: string) => PreviewLink,
  options: ConstructorParameters<typeof MarkdownIt>[0] = {},
) {
  const preview = new PreviewSourceHolder();
  preview.source = { find: (text) => matcher.find(text), link: ({ identifier }) => link(identifier) };
  return { preview, markdown: markdownPlugin(preview).extendMarkdownIt(new MarkdownIt(options)) };
}

const linkToPage = (identifier: string): PreviewLink => ({
  href: `https://plane.example/browse/${identifier}/`,
  title: 'Its name',
});

describe('The Markdown preview', () => {
  it('links mentions to their work items', () => {
    expect(createParser(linkToPage).markdown.render('See WEB-1, UTF-8 and **WEB-2**.').trim()).toBe(
      '<p>See <a href="https://plane.example/browse/WEB-1/" title="Its name">WEB-1</a>, UTF-8 and ' +
        '<strong><a href="https://plane.example/browse/WEB-2/" title="Its name">WEB-2</a></strong>.</p>',
    );
  });

  it('links mentions in headings, lists and tables, in any language', () => {
    const html = createParser(linkToPage).markdown.render('# WEB-1\n\n- 修复WEB-2的\n\n|a|\n|-|\n|ÇAĞRI-3|\n');
    expect([...html.matchAll(/<a [^>]*>([^<]*)</g)].map(([, text]) => text)).toEqual(['WEB-1', 'WEB-2', 'ÇAĞRI-3']);
  });

  it('does not link mentions inside of code, links and images', () => {
    const html = createParser(linkToPage, { linkify: true }).markdown.render(
      '`WEB-1` [WEB-2](https://example.com) https://example.com/WEB-3 ![WEB-4](x.png)\n\n    WEB-5\n\n```\nWEB-6\n```\n',
    );
    expect(html).not.toContain('plane.example');
  });

  it('shows the title without a link if the preview cannot open the work item', () => {
    const html = createParser(() => ({ href: undefined, title: 'Its name' })).markdown.render('See WEB-1.');
    expect(html.trim()).toBe('<p>See <span title="Its name">WEB-1</span>.</p>');
  });

  it('escapes the URL and the title of a link', () => {
    const html = createParser(() => ({
      href: 'https://plane.example/"><script>',
      title: '"><img src=x onerror=alert(1)>',
    })).markdown.render('WEB-1');
    expect(html.trim()).toBe(
      '<p><a href="https://plane.example/&quot;&gt;&lt;script&gt;" title="&quot;&gt;&lt;img src=x onerror=alert(1)&gt;">WEB-1</a></p>',
    );
  });

  it('links mentions only while the user is signed in', () => {
    const { preview, markdown } = createParser(linkToPage);
    const { source } = preview;
    preview.source = undefined;
    expect(markdown.render('See WEB-1.').trim()).toBe('<p>See WEB-1.</p>');
    preview.source = source;
    expect(markdown.render('See WEB-1.')).toContain('<a ');
  });
});
