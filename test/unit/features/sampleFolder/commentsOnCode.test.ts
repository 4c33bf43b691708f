// Tests that the comments on code in the sample workspace link lines of the sample folder.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { anchorByQuote, anchorByText, splitLines } from '../../../../src/core/code/anchor.ts';
import { commentStartWithOrigin } from '../../../../src/core/comments/codeComment.ts';
import { codeExternalId } from '../../../../src/core/comments/codeExternalId.ts';
import { type CodeComment, parseCodeComment } from '../../../../src/core/comments/findCodeComments.ts';
import { createSampleFolder } from '../../../../src/features/sampleFolder/createSampleFolder.ts';
import { openDatabase } from '../../../../src/server/database/databaseFile.ts';
import { NEWEST_FIRST } from '../../../../src/server/database/orders.ts';
import { seedDatabase } from '../../../../src/server/sample/seed.ts';
import { findRepositories } from '../../../../src/shell/code/origin.ts';
import { markdownToHtml } from '../../../../src/std/html/markdown.ts';
import { GitRepository } from '../../../support/gitRepository.ts';
import { OpenedRepository } from '../../../support/openedRepository.ts';
import { temporaryFolder } from '../../../support/templateFolder.ts';
import { sample } from '../../../support/testServer.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');

let home: string;
let git: GitRepository;
beforeAll(async () => {
  home = temporaryFolder();
  const folder = join(home, 'atlas-web');
  await createSampleFolder(folder, { git: 'git', now: NOW });
  git = new GitRepository(folder);
}, 30_000);

/** Returns the comments of WEB on code, with the numbers of their work items and their HTML. */
function commentsOnCode(): readonly {
  readonly number: number;
  readonly comment: CodeComment;
  readonly html: string;
}[] {
  const store = openDatabase(':memory:');
  seedDatabase(store, { kind: 'sample' }, NOW);
  const project = sample.project('WEB');
  return store.all('workItem', project, NEWEST_FIRST).flatMap((item) =>
    store.all('comment', item.id, NEWEST_FIRST).flatMap((stored) => {
      const comment = parseCodeComment(stored, { project, id: item.id });
      return comment === undefined ? [] : [{ number: item.sequence_id ?? 0, comment, html: stored.comment_html ?? '' }];
    }),
  );
}

/** Returns the lines from `first` to `last`. */
function cutLines(text: string, { first, last }: { readonly first: number; readonly last: number }): readonly string[] {
  return splitLines(text).slice(first - 1, last);
}

describe('The comments on code in the sample workspace', { timeout: 30_000 }, () => {
  it('are on WEB-3 and WEB-7, and belong to the repository of the sample folder', async () => {
    const comments = commentsOnCode();
    expect(new Set(comments.map(({ number }) => number))).toEqual(new Set([3, 7]));
    const { repository } = new OpenedRepository(git);
    for (const { comment } of comments) {
      expect(await findRepositories(comment.place, [repository], new Map())).toHaveLength(1);
      // The remote alone identifies the repository.
      const otherPlace = { ...comment.place, commit: 'f'.repeat(40) };
      expect(await findRepositories(otherPlace, [repository], new Map())).toHaveLength(1);
    }
  });

  it('name the first commit of the sample folder, whose lines they quote', () => {
    const firstCommit = git.run('rev-list', '--max-parents=0', 'main');
    for (const { comment } of commentsOnCode()) {
      const { commit, path, lines } = comment.place;
      expect(commit).toBe(firstCommit);
      const quoted = cutLines(git.run('show', `${commit}:${path}`), lines).map((line) => line.trim());
      expect(comment.quote.lines).toEqual(quoted);
    }
  });

  it('are found at their lines, which are further down on main than at the commit', () => {
    for (const { comment } of commentsOnCode()) {
      const { commit, path, lines } = comment.place;
      const text = readFileSync(join(git.folder, path), 'utf8');
      const byQuote = anchorByQuote(comment.quote.lines, lines.first, splitLines(text));
      const byText = anchorByText(splitLines(git.run('show', `${commit}:${path}`)), lines, splitLines(text));
      expect(byQuote).toEqual(byText);
      expect(byQuote).toEqual({
        kind: 'found',
        lines: { first: lines.first + 1, last: lines.last + 1 },
        hasChanged: false,
      });
    }
  });

  it('have the form of comments that Contrail writes', () => {
    for (const { comment, html } of commentsOnCode()) {
      const { place, quote } = comment;
      const origin = { ...place, changed: 'no', noLinkReason: 'unknownHost' } as const;
      const start = markdownToHtml(commentStartWithOrigin(origin, 'javascript', quote.lines.join('\n')));
      expect(html.slice(0, start.length)).toBe(start);
      expect(html.slice(start.length)).toMatch(/^<p>[^<]+<\/p>$/);
      expect(codeExternalId(place)).toMatch(/^code:git\.example\.com\/acme\/atlas-web@[0-9a-f]{40}:src\/board\.js#L/);
    }
  });
});
