// Tests which work items a push concerns.
import { describe, expect, it } from 'vitest';
import { isSharedBranch } from '../../../../src/core/branches/mainBranch.ts';
import { pushedItems } from '../../../../src/core/branches/pushedItems.ts';
import { IdentifierMatcher } from '../../../../src/core/mentions/identifiers.ts';

const matcher = new IdentifierMatcher(['WEB', 'APP']);
const commit = (message: string, hash = message) => ({ hash, message });

function named(branch: string, messages: readonly string[], isShared = false) {
  const items = pushedItems(
    branch,
    messages.map((message) => commit(message)),
    isShared,
    matcher,
  );
  return items.map((item) => [item.mention.identifier, item.commit?.message]);
}

describe('pushedItems', () => {
  it.each([
    ['the item of the branch once', 'web-1-login', ['WEB-1: Go on', 'WEB-1: Begin'], [['WEB-1', undefined]]],
    [
      'items that only commits name',
      'topic',
      ['APP-2 and WEB-1'],
      [
        ['APP-2', undefined],
        ['WEB-1', undefined],
      ],
    ],
    ['nothing for other texts', 'utf-8-fix', ['Use UTF-8 and SHA-256', 'web-1 in lowercase'], []],
    [
      'only the item of the branch if the push merges many',
      'web-1',
      ['WEB-2 WEB-3 WEB-4 WEB-5 WEB-6'],
      [['WEB-1', undefined]],
    ],
    [
      'nothing if a push without an item in its branch merges many',
      'sync',
      ['WEB-1 WEB-2 WEB-3 WEB-4 WEB-5 WEB-6'],
      [],
    ],
  ])('returns %s', (_, branch, messages, items) => {
    expect(named(branch, messages)).toEqual(items);
  });

  it('returns the newest commit of each item on a shared branch, and ignores its name', () => {
    expect(named('web-9-train', ['WEB-1: Finish', 'WEB-1: Begin', 'APP-2'], true)).toEqual([
      ['WEB-1', 'WEB-1: Finish'],
      ['APP-2', 'APP-2'],
    ]);
  });
});

describe('isSharedBranch', () => {
  it.each([
    ['main', [], true],
    ['Develop', [], true],
    ['release', ['origin/release'], true],
    ['web-1', ['', 'main'], false],
    ['a/release', ['origin/release'], false],
  ])('%s with the base branches %j: %s', (branch, baseBranches, isShared) => {
    expect(isSharedBranch(branch, baseBranches)).toBe(isShared);
  });
});
