// @vitest-environment jsdom
// Tests that comments are not rendered again while the user types in a field.
import { options, type VNode } from 'preact';
import { describe, expect, it } from 'vitest';
import { toSlices } from '../../../../../src/features/recordPage/slices/changedSlices.ts';
import { model, modelWithValues } from './modelFixture.ts';
import { type MountedPage, mount } from './pageFixture.ts';

const COMMENT = { author: 'Ada', createdAt: '2026-11-20T10:00:00Z', edited: false, access: 'INTERNAL' } as const;
const MENTION = '<mention-component entity_identifier="u1" entity_name="user_mention"></mention-component>';
const comments = {
  status: 'ready',
  items: [
    { ...COMMENT, id: 'c1', html: '<p>First of the comments</p>' },
    { ...COMMENT, id: 'c2', html: `<p>Second, for ${MENTION}</p>` },
  ],
} as const;

let mounted: MountedPage;

function elements(): Element[] {
  return [...mounted.root.querySelectorAll('[data-comment], [data-comment] *')];
}

/** Selects part of a comment's text. Returns a function that returns the selected text. */
function select(id: string): () => string {
  const text = mounted.find(`[data-comment=${id}] .comment-body p`).firstChild;
  if (text === null) throw new Error(`No text in ${id}`);
  const selection = document.getSelection();
  selection?.setBaseAndExtent(text, 0, text, 6);
  return () => selection?.toString() ?? '';
}

/** Returns the names of the fields and the ids of the comments that are rendered while `action` runs. */
async function renderedDuring(action: () => Promise<void>): Promise<string[]> {
  const rendered: string[] = [];
  const previousOptions = { ...options };
  options.vnode = (vnode: VNode) => {
    const { 'data-field': field, 'data-comment': comment } = vnode.props as Record<string, unknown>;
    rendered.push(...[field, comment].filter((name) => typeof name === 'string'));
    previousOptions.vnode?.(vnode);
  };
  await action();
  delete options.vnode;
  Object.assign(options, previousOptions);
  return rendered;
}

describe('Comments', () => {
  it.each(['c1', 'c2'])(
    'keep their DOM elements and the selection in comment %s while the user types in the title',
    async (id) => {
      mounted = await mount(model({ comments }));
      const previousElements = elements();
      const selectedText = select(id);
      const text = selectedText();
      for (const [index, name] of ['A', 'AB'].entries()) {
        await mounted.type('[data-field=name] textarea', name);
        await mounted.deliver({
          type: 'show',
          model: modelWithValues({ name }, { comments, ackSequence: index + 2, unsent: true }),
        });
      }
      expect(mounted.root.querySelector('[data-field=name][data-touched]')?.querySelector('textarea')?.value).toBe(
        'AB',
      );
      expect(text).toHaveLength(6);
      expect(selectedText()).toBe(text);
      expect(elements()).toHaveLength(previousElements.length);
      expect(elements().every((element, index) => element === previousElements[index])).toBe(true);
    },
  );

  it('are rendered again only if they have changed', async () => {
    mounted = await mount(model({ comments }));
    const first = mounted.find('[data-comment=c1] .comment-body p');
    const rendered = await renderedDuring(() =>
      mounted.deliver({ type: 'show', model: modelWithValues({ name: 'A' }, { comments, ackSequence: 2 }) }),
    );
    expect(rendered).toContain('name');
    expect(rendered).not.toContain('state');
    expect(rendered).not.toContain('c1');
    const changedComments = {
      status: 'ready',
      items: [comments.items[0], { ...comments.items[1], html: '<p>Changed</p>' }],
    } as const;
    const laterModel = modelWithValues({ name: 'A' }, { comments: changedComments, ackSequence: 2 });
    expect(await renderedDuring(() => mounted.deliver({ type: 'show', model: laterModel }))).toEqual(['c2']);
    expect(mounted.find('[data-comment=c1] .comment-body p')).toBe(first);
    expect(mounted.find('[data-comment=c2]').textContent).toContain('Changed');
  });

  it('show the name of a mentioned user when it arrives, without rendering other comments again', async () => {
    mounted = await mount(model({ comments, people: {}, unloadedPeopleStatus: 'notLoaded' }));
    const first = mounted.find('[data-comment=c1] .comment-body p');
    expect(mounted.find('[data-comment=c2]').textContent).toContain('@Unknown user');
    await mounted.deliver({ type: 'show', model: model({ comments }) });
    expect(mounted.find('[data-comment=c2]').textContent).toContain('@Ada');
    expect(mounted.find('[data-comment=c1] .comment-body p')).toBe(first);
  });
});

describe('A new page', () => {
  it('waits for an update with all parts of the model, and ignores an update for the previous page', async () => {
    mounted = await mount();
    await mounted.deliverExact({
      type: 'show',
      update: { version: 5, since: 4, ackSequence: 40, slices: { comments } },
    });
    expect(mounted.sent).toMatchObject([{ type: 'ready' }]);
    expect(mounted.root.querySelector('[data-testid=loading]')).not.toBeNull();
    await mounted.deliverExact({
      type: 'show',
      update: { version: 6, since: 0, ackSequence: 1, slices: toSlices(model()) },
    });
    expect(mounted.page.state.model).toEqual(model());
  });
});

describe('A missing update', () => {
  it('is requested once, and the next update with all parts of the model completes the page', async () => {
    mounted = await mount(model());
    const laterModel = { ...toSlices(modelWithValues({ name: 'Later' })), comments };
    await mounted.deliverExact({
      type: 'show',
      update: { version: 5, since: 4, ackSequence: 1, slices: { comments } },
    });
    expect(mounted.lastMessage()).toMatchObject({ type: 'resend' });
    expect(elements()).not.toHaveLength(0);
    await mounted.deliverExact({ type: 'show', update: { version: 6, since: 0, ackSequence: 1, slices: laterModel } });
    expect(mounted.sent.filter(({ type }) => type === 'resend')).toHaveLength(1);
    await mounted.deliverExact({
      type: 'show',
      update: { version: 2, since: 1, ackSequence: 1, slices: toSlices(model()) },
    });
    expect(mounted.find('[data-field=name] textarea')).toHaveProperty('value', 'Later');
    expect(elements()).not.toHaveLength(0);
  });
});
