// Removes errors that a page would show twice.

import type { PageProblem } from '../../items/form/recordProtocol.ts';
import type { PageModel } from '../../shell/protocol/messages.ts';

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
  return {
    ...model,
    comments: withoutRepeated(comments),
    ...(discussion === undefined
      ? {}
      : {
          discussion: {
            ...discussion,
            activity: withoutRepeated(discussion.activity),
            ...(discussion.attachments === undefined ? {} : { attachments: withoutRepeated(discussion.attachments) }),
            ...(discussion.relations === undefined ? {} : { relations: withoutRepeated(discussion.relations) }),
            ...(discussion.links === undefined ? {} : { links: withoutRepeated(discussion.links) }),
          },
        }),
  };
}
