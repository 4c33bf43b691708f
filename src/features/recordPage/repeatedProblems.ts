// Removes errors that a page would show twice.

import type { PageProblem } from '../../items/form/recordProtocol.ts';
import type { PageModel } from '../../shell/protocol/messages.ts';
import { definedFields } from '../../std/objects/definedFields.ts';

/**
 * Removes the error of a section if the page's own error contains the same message. The page's Retry button also
 * reloads the sections.
 */
export function withoutRepeatedProblems(model: PageModel): PageModel {
  const { problem: pageProblem, comments, discussion } = model;
  if (pageProblem === undefined) return model;
  const withoutRepeated = <Section extends { readonly problem?: PageProblem }>(section: Section): Section => {
    const { problem, ...rest } = section;
    const isRepeated = problem !== undefined && pageProblem.message.includes(problem.message);
    return isRepeated ? (rest as Section) : section;
  };
  const others = { ...model, comments: withoutRepeated(comments) };
  if (discussion === undefined) return others;
  const { attachments, relations, links } = discussion;
  return {
    ...others,
    discussion: {
      ...discussion,
      activity: withoutRepeated(discussion.activity),
      ...definedFields({
        attachments: attachments && withoutRepeated(attachments),
        relations: relations && withoutRepeated(relations),
        links: links && withoutRepeated(links),
      }),
    },
  };
}
