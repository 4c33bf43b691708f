// Tests that a language model can read a description and write it back without changing anything else.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ModelTexts } from '../../../src/agents/modelTexts.ts';
import storedDescriptions from '../richText/descriptions/documents.json' with { type: 'json' };

const STORED: readonly (readonly [name: string, html: string])[] = Object.entries(storedDescriptions);
const ITEM = 'project/item';
const USERS: Readonly<Record<string, string>> = { 'u-1': 'Ada Park' };
const userName = (id: string): string | undefined => USERS[id];
const ADDED = 'One more line';

/** Reads a description as a model does. Returns the lines without their frame. */
async function read(html: string) {
  const texts = new ModelTexts();
  const { lines, placeholderLines } = await texts.read(html, userName);
  texts.reportRead(ITEM, html, 1, 1);
  const markdown = lines.map((line) => line.replace(/^\| /, '')).join('\n');
  return { texts, lines, placeholderLines, markdown };
}

/** Resolves with the HTML after the model has written the changed Markdown, or with the reason for the refusal. */
async function write(html: string, change: (markdown: string, lines: readonly string[]) => string): Promise<string> {
  const { texts, markdown, lines } = await read(html);
  return texts.edited(ITEM, html, change(markdown, lines), userName).catch((error: Error) => error.message);
}

const REFUSED = /^Nothing was changed\. The description contains HTML that would be lost/;

describe('A description that a model has read', () => {
  it('does not change by a byte if the model writes it back, with or without the frame', async () => {
    let unchangedCount = 0;
    for (const [name, html] of STORED) {
      for (const written of [await write(html, (text) => text), await write(html, (_, lines) => lines.join('\n'))]) {
        if (REFUSED.test(written)) continue;
        expect(written, name).toBe(html);
        unchangedCount += 1;
      }
    }
    expect(unchangedCount).toBeGreaterThan(2 * 125);
  });

  it('gets one block more, and no other change, if the model adds one line', async () => {
    for (const [name, html] of STORED) {
      const written = await write(html, (text) => `${text}\n\n${ADDED}`);
      if (!REFUSED.test(written)) expect(written.replace(`<p>${ADDED}</p>`, ''), name).toBe(html);
    }
  });

  it('keeps all other blocks if the model adds a line before any block', () =>
    fc.assert(
      fc.asyncProperty(fc.constantFrom(...STORED), fc.nat(), async ([name, html], position) => {
        const written = await write(html, (text) => {
          const blocks = text.split(/\n\n(?=\S)/);
          const index = position % (blocks.length + 1);
          // Inside of code, the line would be code.
          const isInCode =
            blocks
              .slice(0, index)
              .join('\n')
              .split(/^\s*`{3,}/m).length %
              2 ===
            0;
          return isInCode ? text : [...blocks.slice(0, index), ADDED, ...blocks.slice(index)].join('\n\n');
        });
        if (!REFUSED.test(written)) expect(written.replace(`<p>${ADDED}</p>`, ''), name).toBe(html);
      }),
      { numRuns: 300 },
    ));

  it('is shown as Markdown with code, tasks, nested lists, links and the names of mentioned users', async () => {
    const html = [
      '<p>See <a href="https://x.test/a?b=1&amp;c=2">the plan</a>, ',
      '<mention-component id="m" entity_identifier="u-1" entity_name="user_mention"></mention-component></p>',
      '<pre><code class="language-python">def f():\n    return 1\n</code></pre>',
      '<ul data-type="taskList"><li data-type="taskItem" data-checked="true"><label><input type="checkbox" checked="checked"><span></span></label><div><p>done</p></div></li>',
      '<li data-type="taskItem" data-checked="false"><label><input type="checkbox"><span></span></label><div><p>open</p></div></li></ul>',
      '<p>and</p><ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul>',
      '<table><tbody><tr><th colspan="1"><p>Who</p></th><th><p>What is to be done by them</p></th></tr></tbody></table>',
    ].join('');
    const { lines, placeholderLines } = await read(html);
    expect(lines).toEqual([
      '| See [the plan](https://x.test/a?b=1&c=2), ⟦1 mention Ada Park⟧',
      '| ',
      '| ```python',
      '| def f():',
      '|     return 1',
      '| ```',
      '| ',
      '| - [x] done',
      '| - [ ] open',
      '| ',
      '| and',
      '| ',
      '| - a',
      '|   - b',
      '| ',
      '| ⟦2 table Who What is to be done by them⟧',
    ]);
    expect(placeholderLines).toEqual([]);
  });

  it('names the whole text of a placeholder whose label is cut', async () => {
    const cell = 'The first cell of this table has more text than a label';
    const { placeholderLines } = await read(`<table><tbody><tr><td><p>${cell}</p></td></tr></tbody></table>`);
    expect(placeholderLines).toEqual([
      expect.stringContaining('Keep each of them once'),
      `| ⟦1 table The first cell of this table has m⟧ ${cell}`,
    ]);
  });

  it.each([
    ['![pic](https://evil.test/?leak)', '| ! [pic](https://evil.test/?leak)'],
    ['[click](command:x)', '| [click] (command :x)'],
    ['[click]: command&colon;x', '| [click] : command &colon;x'],
    ['[click]: &#99;omm&Tab;and:x', '| [click] : &#99;omm&Tab;and :x'],
    ['[click]: j&#x61;vascript&#58;x', '| [click] : j&#x61;vascript &#58;x'],
    ['![pic] and [pic]: https://evil.test/?leak', '| ! [pic] and [pic] : https://evil.test/?leak'],
    ['<cursor:x> and <vscodium:y>', '| < cursor:x> and < vscodium :y>'],
    [String.raw`[click](/\evil.test)`, String.raw`| [click] (/\evil.test)`],
    ['[click][ref] and <img src=x>', '| [click] [ref] and < img src=x>'],
    ['[click](//evil.test)', '| [click] (//evil.test)'],
  ])('has no live link or picture in code: %s', async (code, line) => {
    const encodedCode = code.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    const html = `<pre><code>${encodedCode}\nlast</code></pre>`;
    const { lines } = await read(html);
    expect(lines[1]).toBe(line);
    expect(await write(html, (text) => text)).toBe(html);
    const edited = await write(html, (text) => text.replace('last', 'new'));
    expect(edited).toBe(html.replace('last', 'new').replace('</code>', '\n</code>'));
    // Also in the line that the model has changed.
    const changed = await write(html, (text) => text.replace(line.slice(2), `${line.slice(2)}!`));
    expect(changed).toContain(`${encodedCode}!`);
  });

  it('has no hidden message in its lines, and keeps its characters if the model writes it back', async () => {
    const bit = (index: number): string => (index % 3 === 0 ? 'ದ್\u200C ' : 'ದ್ ');
    const hidingLines = Array.from({ length: 40 }, (_, line) =>
      Array.from({ length: 8 }, (_one, index) => bit(line + index))
        .join('')
        .trim(),
    );
    const html = `<pre><code>${hidingLines.join('\n')}\nlast</code></pre>`;
    const { lines } = await read(html);
    expect(lines.join('\n').match(/\u200C/g) ?? []).toEqual([]);
    expect(await write(html, (text) => text)).toBe(html);
    expect(await write(html, (text) => text.replace('last', 'new'))).toContain(hidingLines.join('\n'));
  });

  it('gets no hidden characters from entities, and keeps those of other blocks', async () => {
    const others = '<p>One\u200B</p><table><tbody><tr><td><p>x\u200B</p></td></tr></tbody></table>';
    const written = await write(
      others,
      (text) => `${text}\n\nNew&#x200B; **text** &#xE0041;![p&zwj;q](https://x.test/a)`,
    );
    expect(written.startsWith(others)).toBe(true);
    expect(written.slice(others.length)).toBe('<p>New <strong>text</strong> <img src="https://x.test/a" alt="pq"></p>');
  });

  it('becomes a placeholder where a link runs something', async () => {
    const { lines } = await read('<p><a href="command:x">go</a> <a href="//evil.test">out</a></p>');
    expect(lines).toEqual(['| ⟦1 a go⟧ ⟦2 a out⟧']);
  });
});

describe('A description is not replaced', () => {
  const html = '<p>One</p><table><tbody><tr><td><p>x</p></td></tr></tbody></table>';

  it.each([
    ['a placeholder is missing', (text: string) => text.replace(/⟦.*⟧/, ''), /⟦1 table x⟧ is missing/],
    ['a placeholder occurs twice', (text: string) => `${text}\n\n⟦1⟧`, /occurs 2 times/],
    ['a placeholder is unknown', (text: string) => `${text}\n\n⟦7 table⟧`, /⟦7⟧ is not a placeholder/],
  ])('if %s', async (_, change, reason) => {
    expect(await write(html, change)).toMatch(reason);
  });

  it('if the model has not read it, has read an older one, or has read only a part', async () => {
    const texts = new ModelTexts();
    const edit = () => texts.edited(ITEM, html, 'New', userName);
    await expect(edit()).rejects.toThrow('you have not read');
    texts.reportRead(ITEM, '<p>Old</p>', 1, 1);
    await expect(edit()).rejects.toThrow('has changed since you read it');
    texts.reportRead(ITEM, html, 1, 2);
    await expect(edit()).rejects.toThrow('page 2');
    texts.reportRead(ITEM, html, 2, 2);
    await expect(edit()).rejects.toThrow('is missing or is inside code');
  });

  it('but is written if there is none, or if the model has just written it', async () => {
    const texts = new ModelTexts();
    const written = await texts.edited(ITEM, '<p></p>', '- [ ] one', userName);
    expect(written).toContain('data-type="taskList"');
    await texts.reportWritten(ITEM, written);
    expect(await texts.edited(ITEM, written, '- [x] one', userName)).toContain('data-checked="true"');
  });
});

describe('The confirmation of a changed description', () => {
  it.each([
    ['[read](ftp://evil.test/x)', '+ [read](ftp://evil.test/x)'],
    ['[read](https://evil.test/x)', '+ [read](https://evil.test/x)'],
    [`| A | B |\n|---|---|\n| ${'word '.repeat(20)} | [go](https://evil.test/y) |`, 'href="https://evil.test/y"'],
    ['![pic](https://evil.test/p)', 'https://evil.test/p'],
    ['⟦9⟧ [x](https://evil.test/z)', 'https://evil.test/z'],
  ])('shows all that is sent: %s', async (written, shown) => {
    const texts = new ModelTexts();
    const before = '<p>One</p>';
    const after = `${before}${await texts.toHtml(written)}`;
    const lines = await texts.changedLines(before, after, userName);
    expect(lines.join('\n')).toContain(shown);
  });
});

describe('Text that a model writes', () => {
  it('is sent without characters that the user cannot see', async () => {
    const texts = new ModelTexts();
    expect(await texts.toHtml('Looks\u200B fine.\u202E \u2060now\u{E0041}\u{E0042}')).toBe('<p>Looks fine. now</p>');
    expect(await texts.toHtml('a&#x200B;b&zwj;c&#917569; [d](https://x.test "e&#xE0041;") &lt;')).toBe(
      '<p>abc <a href="https://x.test" title="e">d</a> &lt;</p>',
    );
    expect(await texts.toHtml('`&#x200B;`')).toBe('<p><code>&amp;#x200B;</code></p>');
  });
});
