// Generates HTML documents like those that Plane's web editor, importers and users write.
import * as fc from 'fast-check';
import { isSameNode, treeOf } from './unchangedNodes.ts';

type Markup = fc.Arbitrary<string>;

const sampleTexts = fc.constantFrom(
  'a',
  'word',
  'two words',
  ' leading',
  'trailing ',
  'a  b',
  'line\nbreak',
  '\n  indented\n  ',
  '\ttab',
  ' ',
  '\n',
  '\n\n  ',

  '&amp;',
  '&lt;b&gt;',
  '&amp;lt;',
  '&quot;',
  '&copy;',
  '&nbsp;',
  'a&nbsp;b',
  '&nbsp;&nbsp;',
  '&#x1F600;',
  '&#8203;',
  '&unknown;',
  '&',
  'a < b',

  '\u200b',
  'zero\u200bwidth',
  '\u2060\ufeff',
  'e\u0301',
  'שלום עולם',
  '\u202bמימין\u202c',
  'مرحبا',
  '日本語',
  '한국어',
  '🎉',
  '👩‍👩‍👧',
  '🏳️‍🌈',
  '\u00ad',
  '\u2028',

  '**not bold**',
  '# none',
  '1. one',
  '- x',
  '`tick`',
  '@nobody',
  'https://x.test/a?b=1&amp;c=2',
  '{{x}}',
  '\\',
  '"',
  "'",
  '<!-- remark -->',
);
const text: Markup = fc.oneof(
  { weight: 8, arbitrary: sampleTexts },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 6 }).map(escapeHtml) },
);

function escapeHtml(plainText: string): string {
  return plainText.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

const ATTRIBUTES = [
  'class="editor-paragraph-block"',
  "class='a  b'",
  'class=""',
  'style="text-align: center"',
  'style="color:red;;"',
  'title="say &quot;hi&quot; &lt;x&gt; &amp;amp;"',

  'dir="rtl"',
  'dir="auto"',
  'lang="he"',
  'role="note"',
  'aria-label="n"',
  'aria-hidden=true',
  'hidden',
  'tabindex="0"',
  'draggable="true"',
  'contenteditable="false"',

  'data-id="7f"',
  'data-name="tada"',
  'data-type="x"',
  'data-tight="true"',
  'data-node-type="n"',
  'data-text-color="peach"',
  'data-background-color="light-blue"',

  'data-source-tag="&lt;p onclick=1&gt;"',
  'data-opaque="&lt;b&gt;"',
  'data-tag="p"',
  'data-preserved="block"',
  'data-x',
  'data-json=\'{"a":[1,2]}\'',
  'foo="bar"',
  'x:y="z"',
  '@click="go"',
  'a"b="c"',

  'onclick="1"',
  'start="3"',
  'type="a"',
  'value="4"',
  'name="anchor"',
  'align="right"',
  'bgcolor="#fff"',
  'width="10"',
  'href="https://h.test"',
  'is="x-p"',
  'slot="s"',
  'colspan="2"',
  'CLASS="Upper"',
  'title="a\nb"',
  'title="\u00a0"',
  'emoji-unicode="128161"',
];
const attribute = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...ATTRIBUTES) },
  { weight: 2, arbitrary: fc.constantFrom('one', 'two', 'three', '4', 'a b').map((id) => `id="${id}"`) },
);
/** The text of a start tag after the tag's name. An attribute may occur twice; the parser ignores the second one. */
const attributes: Markup = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  { weight: 2, arbitrary: fc.array(attribute, { minLength: 1, maxLength: 3 }).map((items) => ` ${items.join(' ')}`) },
);

const inlineElement: Markup = fc.constantFrom(
  '<mention-component entity_identifier="5b1c6d3e-0000-4000-8000-000000000001" entity_name="user_mention" id="m-1"></mention-component>',
  '<mention-component id="m-2" entity_name="user_mention" entity_identifier="u-1"/>',
  '<mention-component entity_identifier="u-2" entity_name="issue_mention"></mention-component>',
  '<img src="https://x.test/a.png" alt="A cat" width="20">',
  '<img src="relative.png" class="inline-image" style="float:right"/>',
  '<br>',
  '<br class="x"/>',
  '<wbr>',
  '<x-badge tone="warn">beta</x-badge>',
  '<x-empty></x-empty>',
  '<emoji-component name="tada"></emoji-component>',
  '<span data-type="emoji" data-name="tada"></span>',
  '<span data-name="rocket" data-type="emoji">🚀</span>',
  '<input type="checkbox" checked>',
  '<button type="button">go</button>',
  '<svg viewBox="0 0 1 1"><path d="M0 0"/></svg>',
  '<math><mi>x</mi><mo>=</mo></math>',
  '<!-- a remark -->',
  '<!---->',
  '<a name="here"></a>',
  '<select><option>1<option>2</select>',
  '<inline-math data-latex="x^2"></inline-math>',
);

const blockElement: Markup = fc.constantFrom(
  '<hr>',
  '<hr class="rule" data-x="1">',
  '<div data-type="horizontalRule"><div></div></div>',
  '<div class="py-4 border-strong-1" data-type="horizontalRule"><div></div></div>',
  '<image-component src="8c1f7c52-0000-4000-8000-000000000001" width="35%" height="auto" id="i-1" aspectratio="1.5" alignment="left" status="uploaded"></image-component>',
  '<image-component src="https://x.test/b.png" width="100px"/>',
  '<issue-embed-component entity_identifier="e-1" project_identifier="p-1" workspace_identifier="w-1" id="x-1" entity_name="work_item"></issue-embed-component>',
  '<embed-component src="https://x.test/board" type="figma"></embed-component>',
  '<attachment-component id="t-1" src="0d9c" data-name="a.pdf" data-size="12"></attachment-component>',
  '<iframe src="https://x.test" sandbox></iframe>',
  '<video controls><source src="v.mp4"></video>',
  '<figure><img src="f.png"><figcaption>words</figcaption></figure>',
  '<!-- between blocks -->',
  '<p></p>',
  '<p><br></p>',
  '<p>&nbsp;</p>',
  '<p> </p>',
  '<div></div>',
  '<ul></ul>',
  '<table></table>',
  '<blockquote></blockquote>',
  '<page-break-component/>',
  '<form action="/x"><input name="a" value="b"></form>',
  '<object data="x"></object>',
  '<style>p { color: red }</style>',
  '<textarea>\n\n a &lt; b</textarea>',
  '<template><p>a</p></template>',
  '<details><summary>only a summary</summary></details>',
  '<audio src="a.mp3"></audio>',
);

const MARKS =
  'strong b em i s del strike u code a span sub sup mark kbd small font big cite abbr label ins var time bdi'.split(
    ' ',
  );
const LINKS = [
  ' href="https://x.test" target="_blank" rel="noopener noreferrer nofollow"',
  ' href="/relative?a=1&amp;b=2" class="link"',
  ' href="mailto:a@x.test"',
  ' href=""',
  ' href="#one"',
];
const LANGUAGES = [
  '',
  ' class="language-ts"',
  ' class="hljs language-c++ dark"',
  ' class="language-"',
  ' language="python"',
  ' class="plain"',
];
const CONTAINERS = [
  'div data-block-type="callout-component" data-icon-name="Info" data-icon-color="#6d7b8a" data-emoji-unicode="128161" data-emoji-url="https://x.test/e.png" data-background="light-blue" data-logo-in-use="emoji"',
  'div',
  'section',
  'article',
  'header',
  'footer',
  'aside',
  'main',
  'figure',
  'center',
  'x-panel kind="note"',
  'toggle-component open',
  'details open',
  'fieldset',
  'address',
];

function element(tag: string, attributeText: string, innerHtml: string): string {
  return `<${tag}${attributeText}>${innerHtml}</${/^\S+/.exec(tag)?.[0] ?? tag}>`;
}

function joinParts(parts: fc.Arbitrary<readonly string[]>): Markup {
  return parts.map((items) => items.join(''));
}

/** White space between blocks, which importers and HTML formatters write. */
const whiteSpace = fc.oneof(
  { weight: 4, arbitrary: fc.constant('') },
  { weight: 1, arbitrary: fc.constantFrom('\n', '\n  ', ' ', '\n\n') },
);

const cellAttributes: Markup = fc.constantFrom(
  '',
  '',
  '',
  ' colspan="1" rowspan="1"',
  ' colspan="2"',
  ' rowspan="2"',
  ' class="c" style="background:#eee"',
  ' background="peach" textcolor="red" hidecontent="false"',
  ' colwidth="150"',
  ' colspan="0"',
  ' rowspan="x"',
);

interface Parts {
  readonly inline: string;
  readonly line: string;
  readonly block: string;
  readonly blocks: string;
  readonly item: string;
  readonly task: string;
  readonly cell: string;
  readonly list: string;
  readonly table: string;
}

const { blocks } = fc.letrec<Parts>((tie: fc.LetrecTypedTie<Parts>) => {
  const content = fc.oneof(
    { weight: 3, arbitrary: tie('line') },
    { weight: 3, arbitrary: tie('blocks') },
    { weight: 1, arbitrary: fc.constant('') },
  );
  const markedText = fc
    .tuple(fc.constantFrom(...MARKS), attributes, tie('line'))
    .map(([tag, attributeText, innerHtml]) => element(tag, attributeText, innerHtml));
  const link = fc
    .tuple(fc.constantFrom(...LINKS), tie('line'))
    .map(([attributeText, innerHtml]) => element('a', attributeText, innerHtml));
  const rows = (tag: string) =>
    fc
      .tuple(
        attributes,
        fc.array(fc.tuple(whiteSpace, attributes, fc.array(tie('cell'), { minLength: 1, maxLength: 3 })), {
          minLength: 1,
          maxLength: 3,
        }),
      )
      .map(([attributeText, items]) =>
        element(
          tag,
          attributeText,
          items
            .map(([gapText, ownAttributes, cells]) => gapText + element('tr', ownAttributes, cells.join('')))
            .join(''),
        ),
      );
  const rectangularRows = fc
    .tuple(
      fc.integer({ min: 1, max: 3 }),
      fc.array(
        fc.array(fc.tuple(fc.constantFrom('td', 'td', 'th'), cellAttributes, content), { minLength: 3, maxLength: 3 }),
        {
          minLength: 1,
          maxLength: 3,
        },
      ),
    )
    .map(([width, items]) =>
      element(
        'tbody',
        '',
        items
          .map((cells) =>
            element(
              'tr',
              '',
              cells
                .slice(0, width)
                .map(([tag, ownAttributes, innerHtml]) => element(tag, ownAttributes, innerHtml))
                .join(''),
            ),
          )
          .join(''),
      ),
    );
  return {
    inline: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      { weight: 6, arbitrary: text },
      { weight: 2, arbitrary: inlineElement },
      { weight: 3, arbitrary: markedText },
      { weight: 1, arbitrary: link },
    ),
    line: joinParts(fc.array(tie('inline'), { maxLength: 4 })),
    item: fc
      .tuple(whiteSpace, attributes, content)
      .map(([gapText, attributeText, innerHtml]) => gapText + element('li', attributeText, innerHtml)),
    task: fc
      .tuple(whiteSpace, fc.boolean(), attributes, fc.constantFrom(0, 1, 2, 3), content)
      .map(([gapText, isDone, attributeText, shape, innerHtml]) => {
        const box = `<label><input type="checkbox"${isDone ? ' checked="checked"' : ''}><span></span></label>`;
        const taskContent = [
          `${box}<div>${innerHtml}</div>`,
          `${box}<div class="b">\n${innerHtml}</div>`,
          innerHtml,
          `<label contenteditable="false"><input type=checkbox></label>${innerHtml}`,
        ][shape];
        return `${gapText}<li data-type="taskItem" data-checked="${isDone}"${attributeText}>${taskContent}</li>`;
      }),
    list: fc.oneof(
      fc
        .tuple(
          fc.constantFrom('ul', 'ul', 'ol', 'ol start="3"', 'ol type="i"', 'ul data-tight="true"'),
          attributes,
          fc.array(tie('item'), { maxLength: 3 }),
          whiteSpace,
        )
        .map(([tag, attributeText, items, gapText]) => element(tag, attributeText, items.join('') + gapText)),
      fc
        .tuple(attributes, fc.array(tie('task'), { minLength: 1, maxLength: 3 }), whiteSpace)
        .map(([attributeText, tasks, gapText]) =>
          element('ul', ` data-type="taskList"${attributeText}`, tasks.join('') + gapText),
        ),
    ),
    cell: fc
      .tuple(fc.constantFrom('td', 'th'), cellAttributes, content)
      .map(([tag, attributeText, innerHtml]) => element(tag, attributeText, innerHtml)),
    table: fc
      .tuple(
        attributes,
        fc.constantFrom('', '<caption>c</caption>', '<colgroup><col style="width: 10px"><col></colgroup>', '\n'),
        fc.oneof(
          rectangularRows,
          rectangularRows,
          rows('tbody'),
          rows('thead'),
          fc.tuple(rows('thead'), rows('tbody'), rows('tfoot')).map((items) => items.join('')),
        ),
        whiteSpace,
      )
      .map(([attributeText, before, innerHtml, gapText]) =>
        element('table', attributeText, before + innerHtml + gapText),
      ),
    block: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      {
        weight: 5,
        arbitrary: fc
          .tuple(attributes, tie('line'))
          .map(([attributeText, innerHtml]) => element('p', attributeText, innerHtml)),
      },
      {
        weight: 2,
        arbitrary: fc
          .tuple(fc.integer({ min: 1, max: 6 }), attributes, tie('line'))
          .map(([level, attributeText, innerHtml]) => element(`h${level}`, attributeText, innerHtml)),
      },
      { weight: 2, arbitrary: blockElement },
      { weight: 1, arbitrary: tie('line') },
      { weight: 3, arbitrary: tie('list') },
      { weight: 2, arbitrary: tie('table') },
      {
        weight: 1,
        arbitrary: fc
          .tuple(attributes, content)
          .map(([attributeText, innerHtml]) => element('blockquote', attributeText, innerHtml)),
      },
      {
        weight: 2,
        arbitrary: fc
          .tuple(fc.constantFrom(...CONTAINERS), attributes, content)
          .map(([tag, attributeText, innerHtml]) => element(tag, attributeText, innerHtml)),
      },
      {
        weight: 1,
        arbitrary: fc
          .tuple(attributes, fc.constantFrom(...LANGUAGES), text, text)
          .map(
            ([attributeText, language, one, other]) =>
              `<pre${attributeText}><code${language}>${one}\n${other}</code></pre>`,
          ),
      },
      {
        weight: 1,
        arbitrary: fc
          .tuple(attributes, text)
          .map(([attributeText, innerHtml]) => `<pre${attributeText}>\n${innerHtml}</pre>`),
      },
      {
        weight: 1,
        arbitrary: fc
          .tuple(attributes, tie('line'), content)
          .map(
            ([attributeText, head, innerHtml]) =>
              `<details${attributeText}><summary>${head}</summary>${innerHtml}</details>`,
          ),
      },
      {
        weight: 1,
        arbitrary: fc
          .tuple(fc.constantFrom('dl', 'dl class="d"'), tie('line'), content)
          .map(([tag, term, innerHtml]) => element(tag, '', `<dt>${term}</dt><dd>${innerHtml}</dd>`)),
      },
    ),
    blocks: joinParts(
      fc.array(
        fc.tuple(whiteSpace, tie('block')).map((parts) => parts.join('')),
        { maxLength: 4 },
      ),
    ),
  };
});

const STRAY_TAGS = [
  '</b>',
  '</p>',
  '</div>',
  '<b>',
  '<p>',
  '<div>',
  '<li>',
  '<td>',
  '<tr>',
  '</ul>',
  '</table>',
  '<a href="x">',
  '</a>',
  '<i><p>',
  '</span>',
  '</li>',
  '<table>',
  '<h2>',
  '</x-y>',
  '<ul>',
  '<',
  '&lt',
  '</',
  '<!',
];

/** A change that breaks the nesting of tags: a tag is removed, or a tag of `STRAY_TAGS` is inserted. */
const damageChoice = fc.tuple(fc.nat(), fc.constantFrom('lose', 'stray'), fc.constantFrom(...STRAY_TAGS));

function withDamage(
  wellFormed: string,
  [at, damageKind, insertedTag]: readonly [number, 'lose' | 'stray', string],
): string {
  const tags = [...wellFormed.matchAll(/<\/?[a-z][^<>]*>/g)];
  const tag = tags[at % Math.max(1, tags.length)];
  if (tag === undefined) return wellFormed + insertedTag;
  return (
    wellFormed.slice(0, tag.index) +
    (damageKind === 'lose' ? '' : insertedTag) +
    wellFormed.slice(tag.index + (damageKind === 'lose' ? tag[0].length : 0))
  );
}

/**
 * Broken nesting can result in a tree that changes when its own markup is parsed. In this case, returns the markup
 * after serializing and parsing the tree until it no longer changes.
 */
function stableHtml(html: string): string {
  const parsed = treeOf(html);
  const reparsed = treeOf(markupOf(parsed));
  return isSameNode(parsed, reparsed) ? html : stableHtml(markupOf(reparsed));
}

function markupOf(tree: Element): string {
  // The parser drops a line break after these start tags, but `innerHTML` does not write an additional one.
  for (const element of tree.querySelectorAll('pre, textarea, listing'))
    if (element.textContent?.startsWith('\n')) element.prepend('\n');
  const { innerHTML } = tree;
  for (const element of tree.querySelectorAll('pre, textarea, listing'))
    if (element.textContent?.startsWith('\n')) element.firstChild?.remove();
  return innerHTML;
}

/**
 * Generates documents. Half of them are in a `<div>`, which the server puts around several blocks, and a quarter of
 * them have broken nesting.
 */
export const documents: Markup = fc
  .tuple(
    fc.array(blocks, { minLength: 1, maxLength: 3 }),
    fc.constantFrom('', '', '<div>', '<div class="wrap">'),
    fc.oneof(
      { weight: 3, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.array(damageChoice, { minLength: 1, maxLength: 3 }) },
    ),
  )
  .map(([parts, wrapper, damages]) =>
    stableHtml(damages.reduce(withDamage, wrapper === '' ? parts.join('') : `${wrapper}${parts.join('')}</div>`)),
  );
