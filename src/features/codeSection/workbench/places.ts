// Lists the places in code that comments on a work item link, with their current lines, and those of stack traces.

import * as l10n from '@vscode/l10n';
import type { ItemAddress } from '../../../core/cache/address.ts';
import { pathWithLines } from '../../../core/comments/codeComment.ts';
import { type CodeComment, codeCommentsOf, loadComments } from '../../../core/comments/findCodeComments.ts';
import type { Session } from '../../../core/session/session.ts';
import { type CodeLocation, goToCode, locateCode } from '../../../shell/code/goToCode.ts';
import type { Repositories } from '../../../shell/git/repositories.ts';
import type { CodeSectionSources, OpenableRow, SectionList } from '../section.ts';
import { readStackTraces } from './stackTraces.ts';

const MAX_PLACES = 100;

export async function readPlaces(
  session: Session,
  item: ItemAddress,
  repositories: Repositories,
  commentsToRead: Parameters<CodeSectionSources['readPlaces']>[0],
): Promise<SectionList> {
  if (commentsToRead === 'all') await loadComments(session, item);
  const comments = codeCommentsOf(session, item);
  const [rows, traces] = await Promise.all([
    Promise.all(comments.slice(0, MAX_PLACES).map((comment) => placeRow(comment, repositories))),
    readStackTraces(session, item, commentsToRead === 'all'),
  ]);
  return {
    rows: [...rows, ...traces],
    message:
      comments.length > MAX_PLACES ? l10n.t('Only the first {0} commented places are shown.', MAX_PLACES) : undefined,
  };
}

async function placeRow(comment: CodeComment, repositories: Repositories): Promise<OpenableRow> {
  const { place, quote } = comment;
  const location = await locateCode(comment, repositories);
  const badge = badgeOf(location, place.lines.first);
  const lines = location.kind === 'found' ? location.lines : place.lines;
  return {
    row: {
      label: pathWithLines(place.path, lines),
      ...(quote.firstLine === '' ? {} : { detail: quote.firstLine }),
      ...(badge === undefined ? {} : { badge }),
    },
    open: () => goToCode(comment, repositories),
  };
}

function badgeOf(location: CodeLocation, originalLine: number): string | undefined {
  if (location.kind === 'rejected') return l10n.t('outside the open folders');
  if (location.kind === 'notFound') return l10n.t({ message: 'not found', comment: ['Commented lines of code'] });
  if (location.hasChanged) return l10n.t({ message: 'changed since', comment: ['Commented lines of code'] });
  return location.lines.first === originalLine ? undefined : l10n.t('originally line {0}', originalLine);
}
