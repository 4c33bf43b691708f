// @vitest-environment jsdom
// Tests which controls the page of a work item has while the user may only read it.
import { describe, expect, it } from 'vitest';
import type { DiscussionView } from '../../../../../src/shell/protocol/discussionSections.ts';
import type { PageModel } from '../../../../../src/shell/protocol/messages.ts';
import { EMPTY_DISCUSSION, model } from './modelFixture.ts';
import { type MountedPage, mount } from './pageFixture.ts';

const READ_ONLY = { readOnlyReason: 'Read-only: you are a guest.' };
const WITHOUT_SCOPE = { ...READ_ONLY, isCommentingForbidden: true } as const;

const FILE = {
  id: '11111111-2222-4333-8444-555555555555',
  name: 'log.txt',
  canBeOpened: true,
  isPicture: false,
  size: undefined,
  author: undefined,
  createdAt: undefined,
  busy: undefined,
} as const;

const FULL_DISCUSSION: DiscussionView = {
  ...EMPTY_DISCUSSION,
  attachments: { status: 'ready', items: [FILE], more: false, uploads: [] },
  relations: {
    status: 'ready',
    groups: [
      {
        id: 'blocking',
        label: 'Blocks',
        rows: [{ id: 'blocking:2', identifier: 'WEB-2', name: 'Draw faster', state: undefined }],
      },
    ],
  },
  links: {
    status: 'ready',
    items: [{ id: 'l1', title: 'Keys', address: undefined, href: undefined, kind: 'page', reference: undefined }],
    more: false,
  },
};

const SUB_ITEM = { id: 'w2', identifier: 'API-2', name: 'Write the parser', assignees: '' };

function pageModel(isEmpty: boolean, more: Partial<PageModel>): PageModel {
  return model({
    discussion: isEmpty ? EMPTY_DISCUSSION : FULL_DISCUSSION,
    subItems: { items: isEmpty ? [] : [SUB_ITEM], isComplete: true, draft: '' },
    ...more,
  });
}

let mounted: MountedPage;

const buttonsIn = (selector: string): (string | null)[] =>
  [...mounted.root.querySelectorAll(`${selector} button`)].map(
    (button) => button.getAttribute('aria-label') ?? button.textContent,
  );

describe('A read-only page', () => {
  it('has no buttons that add sub-items, files, relations or links', async () => {
    mounted = await mount(pageModel(true, {}));
    expect(buttonsIn('.item-actions').map((text) => text?.trim())).toEqual([
      'Sub-Item',
      'Attach…',
      'Relate…',
      'Link…',
      'Code…',
    ]);
    await mounted.deliver({ type: 'show', model: pageModel(true, READ_ONLY) });
    expect(buttonsIn('.item-actions').map((text) => text?.trim())).toEqual(['Code…']);
  });

  it('has only buttons that open, download or fold in the sections of sub-items, relations, links and attachments', async () => {
    mounted = await mount(pageModel(false, READ_ONLY));
    expect(buttonsIn('[data-testid=sub-items]')).toEqual(['Sub-items 0/1', 'API-2 Write the parser']);
    expect(buttonsIn('[data-testid=relations]')).toEqual(['Relations 1', 'WEB-2Draw faster']);
    expect(buttonsIn('[data-testid=links]')).toEqual(['Links 1']);
    expect(buttonsIn('[data-testid=attachments]')).toEqual(['Attachments 1', 'Open log.txt', 'Download log.txt']);
  });

  it('keeps the title that was typed for a new sub-item', async () => {
    mounted = await mount(
      pageModel(true, { ...READ_ONLY, subItems: { items: [], isComplete: true, draft: 'Half a title' } }),
    );
    expect((mounted.find('[data-testid=new-sub-item]') as HTMLInputElement).value).toBe('Half a title');
  });

  it('attaches no pasted files', async () => {
    mounted = await mount(pageModel(true, READ_ONLY));
    const paste = new Event('paste', { bubbles: true, cancelable: true });
    const files = [new File(['abc'], 'a.txt', { type: 'text/plain' })];
    Object.assign(paste, { clipboardData: { files, getData: () => '' } });
    document.body.dispatchEvent(paste);
    expect(paste.defaultPrevented).toBe(false);
    expect(mounted.lastMessage()).not.toMatchObject({ type: 'attachBytes' });
  });

  it('has the composer, but not if the access token does not permit comments', async () => {
    mounted = await mount(pageModel(true, READ_ONLY));
    mounted.find('[data-testid=composer]');
    await mounted.deliver({ type: 'show', model: pageModel(true, WITHOUT_SCOPE) });
    expect(mounted.root.querySelector('[data-testid=composer]')).toBeNull();
    expect(buttonsIn('.item-actions')).toEqual([]);
  });

  it('keeps a composer with text, although the access token does not permit comments', async () => {
    const composer = { html: '<p>Half a comment</p>', access: 'INTERNAL', sending: false } as const;
    mounted = await mount(pageModel(true, { ...WITHOUT_SCOPE, composer }));
    expect(mounted.find('[data-testid=composer] .ProseMirror').textContent).toBe('Half a comment');
  });
});
