// Tests the draft comment with the commits and changed files of the branch of the current work item.
import { describe, expect, it } from 'vitest';
import { keyOf } from '../../../../src/core/cache/address.ts';
import { type CommentTarget, commentDraftFor } from '../../../../src/core/comments/commentTarget.ts';
import { CommentWriter } from '../../../../src/features/comments/commentWriter.ts';
import { commentWithSummary, summaryText } from '../../../../src/features/startWork/workbench/summary.ts';
import { forEachTest } from '../../../support/fixture.ts';
import type { GitRepository } from '../../../support/gitRepository.ts';
import { createLastVisibility } from '../comments/setup.ts';
import { WorkSetup } from './setup.ts';

const SUMMARY = [
  'Commits:',
  '```\nmain..web-27-begun\n\nAdd a test\nKeep the column\n```',
  'Changed files:',
  '```\nsrc/column.ts +1 -0\ntest/column.ts +2 -0\n```',
  '',
].join('\n\n');

function addCommits(git: GitRepository): void {
  git.write('test/column.ts', 'one\ntwo\n');
  git.commit('Add a test\n\nThe body of the message.');
  git.write('src/column.ts', 'one\n');
  git.commit('Keep the column');
}

/** Runs the command on the current work item. Resolves with the work items whose comment documents were opened. */
async function runCommand(setup: WorkSetup, isDocumentOpen = false): Promise<readonly CommentTarget[]> {
  const currentItem = await setup.work.loadCurrent();
  if (currentItem === undefined) throw new Error('There is no current work item');
  const openedTargets: CommentTarget[] = [];
  const { prompts, settings } = setup;
  await commentWithSummary(
    {
      prompts,
      settings: { baseBranch: () => settings.baseBranch },
      comments: commentsOf(setup),
      documents: { isOpen: () => isDocumentOpen, open: async (target) => void openedTargets.push(target) },
    },
    currentItem,
  );
  return openedTargets;
}

function commentsOf({ prompts }: WorkSetup): CommentWriter {
  return new CommentWriter(prompts, () => undefined, createLastVisibility());
}

describe('Comment with Summary', () => {
  const setup = forEachTest(() => WorkSetup.open());

  it('opens a draft with the commits and changed files since the base branch, and sends nothing', async () => {
    const { git } = await setup.openWithCurrentItem(27);
    addCommits(git);
    // A later commit on the base branch is not part of the summary.
    git.checkout('main');
    git.write('README.md', 'Other.\n');
    git.commit('Change the readme');
    git.checkout('web-27-begun');
    const openedTargets = await runCommand(setup);
    expect(openedTargets.map(({ address }) => keyOf(address))).toEqual([keyOf(setup.item(27).address)]);
    expect(await commentDraftFor(setup.item(27))).toMatchObject({ text: SUMMARY, access: 'INTERNAL' });
    expect(setup.changeRequestCount).toBe(0);
  });

  it.each([
    ['has text', 'What I typed', false],
    ['is open in a document', '', true],
  ])('does not overwrite a draft that %s, and shows the button Copy Summary', async (_, text, isDocumentOpen) => {
    const { git } = await setup.openWithCurrentItem(27);
    addCommits(git);
    commentsOf(setup).storeDraft(setup.item(27), text, 'EXTERNAL');
    const commentPromise = runCommand(setup, isDocumentOpen);
    (await setup.prompts.message('WEB-27 already has a draft comment')).select('Copy Summary');
    expect(await commentPromise).toHaveLength(1);
    expect(setup.prompts.copiedTexts).toEqual([SUMMARY]);
    expect(await commentDraftFor(setup.item(27))).toMatchObject({ text, access: 'EXTERNAL' });
  });

  it('asks for the base branch if neither the work item nor the setting names an existing branch', async () => {
    const { git, repository } = setup.openRepository((created) => created.run('checkout', '-q', '-b', 'web-27-begun'));
    await setup.setCurrentItem(27, repository, 'deleted');
    addCommits(git);
    setup.settings.baseBranch = 'main';
    await runCommand(setup);
    expect(await commentDraftFor(setup.item(27))).toMatchObject({ text: SUMMARY });
    setup.settings.baseBranch = '';
    const commentPromise = runCommand(setup);
    const list = await setup.prompts.list('Select the branch to compare with');
    expect(list.visible).toEqual(['main']);
    list.escape();
    expect(await commentPromise).toEqual([]);
  });

  it('shows a message if the branch has no commits since the base branch', async () => {
    await setup.openWithCurrentItem(27);
    const commentPromise = runCommand(setup);
    await setup.prompts.message('The branch has no commits since main.');
    expect(await commentPromise).toEqual([]);
    expect(await commentDraftFor(setup.item(27))).toBeUndefined();
  });

  it('is in the menu of the current work item if the work item has a branch', async () => {
    await setup.openWithCurrentItem(27);
    const menuPromise = setup.work.showActions();
    (await setup.prompts.list('Select an action')).pick('Comment with Summary…');
    await menuPromise;
    expect(setup.prompts.commands).toEqual([['contrail.commentWithSummary', setup.item(27).address]]);
  });

  it('shows a message if no repository is open', async () => {
    await setup.setCurrentItem(27, undefined);
    const commentPromise = runCommand(setup);
    await setup.prompts.message('No Git repository is open');
    expect(await commentPromise).toEqual([]);
  });
});

describe('The summary of a branch', () => {
  it('contains commit subjects and paths unchanged in code blocks, and at most 50 commits', () => {
    const subjects = Array.from({ length: 52 }, (_, index) => `Commit ${index} \`\`\` <b>`);
    const files = [{ path: 'a`b.ts', insertions: undefined, deletions: undefined }];
    const text = summaryText('topic', 'main', subjects, files);
    expect(text).toContain('````\nmain..topic');
    expect(text).toContain('Commit 49 ``` <b>\n… and 2 more\n````');
    expect(text).toContain('```\na`b.ts\n```');
  });
});
