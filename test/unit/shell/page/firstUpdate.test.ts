// @vitest-environment jsdom
// Tests the model in the HTML of a page: its texts cannot leave their element, and the page shows it at once.
import { afterEach, describe, expect, it } from 'vitest';
import { toSlices } from '../../../../src/features/recordPage/slices/changedSlices.ts';
import { Host } from '../../../../src/shell/page/model/host.ts';
import { PageStore } from '../../../../src/shell/page/model/pageStore.ts';
import { readFirstUpdate } from '../../../../src/shell/page/startup/firstUpdate.ts';
import { jsonBlock } from '../../../../src/std/text.ts';
import { modelWithValues } from '../../features/recordPage/page/modelFixture.ts';

const HOSTILE_TITLES = [
  '</script><script>alert(1)</script>',
  '</SCRIPT ><img src=x onerror=alert(1)>',
  '<!--<script>',
  '--> ]]> ${alert(1)} `',
  'quotes " \' \\ and \\u003c and &lt;/script&gt;',
  'lines \u2028 and \u2029 and \n and \0',
  'a lone surrogate \ud800 and \u202e reversed',
];

afterEach(() => document.body.replaceChildren());

function updateWith(title: string) {
  return { version: 1, since: 0, ackSequence: -1, slices: toSlices(modelWithValues({ name: title })) };
}

describe('The model in the HTML of a page', () => {
  it.each(HOSTILE_TITLES)('stays in its element, and is read unchanged, with the title %j', (title) => {
    const firstUpdate = { id: 'h1', update: updateWith(title) };
    const html = `<div id="root"></div>${jsonBlock('first-update', firstUpdate)}<p id="after"></p>`;
    expect(html).not.toMatch(/[\u2028\u2029]/);
    document.body.innerHTML = html;
    expect([...document.body.children].map(({ id }) => id)).toEqual(['root', 'first-update', 'after']);
    expect(document.querySelector('#first-update')?.children).toHaveLength(0);
    expect(readFirstUpdate(undefined)).toEqual(firstUpdate);
  });

  it('is not used a second time, when VS Code loads the same HTML again', () => {
    document.body.innerHTML = jsonBlock('first-update', { id: 'h1', update: updateWith('A') });
    expect(readFirstUpdate('h1')).toBeUndefined();
    expect(readFirstUpdate('h0')).toBeDefined();
  });

  it('may be absent', () => {
    expect(readFirstUpdate(undefined)).toBeUndefined();
  });

  it('is shown before the host sends a message, and an older edit of the user stays until the host has handled it', () => {
    const sent: unknown[] = [];
    const host = new Host({ post: (message) => sent.push(message), listen: () => () => undefined });
    const page = new PageStore(host, () => 0, [], updateWith('A title'));
    expect(page.state.model?.fields[0]?.value).toBe('A title');
    expect(sent).toEqual([{ type: 'ready', seq: 1 }]);
  });
});
