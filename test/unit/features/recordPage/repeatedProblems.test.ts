// Tests that a page shows an error once if the page and its sections have the same error.
import { describe, expect, it } from 'vitest';
import { withoutRepeatedProblems } from '../../../../src/features/recordPage/repeatedProblems.ts';
import type { PageModel } from '../../../../src/shell/protocol/messages.ts';

const MESSAGE = 'The server plane.test does not respond.';
const problem = { message: MESSAGE, retry: true };
const otherProblem = { message: 'You are not allowed to do that.', retry: false };

/** Returns the parts of a model that can have errors. All sections have the same error. */
function modelWith(pageProblem: PageModel['problem'], sectionProblem: typeof problem): PageModel {
  const section = { status: 'failed', items: [], problem: sectionProblem };
  const model = {
    comments: section,
    discussion: { activity: section, attachments: section, relations: section, links: section },
    ...(pageProblem === undefined ? {} : { problem: pageProblem }),
  };
  return model as unknown as PageModel;
}

function problemsIn({ comments, discussion }: PageModel): readonly unknown[] {
  const { activity, attachments, relations, links } = discussion ?? {};
  return [comments, activity, attachments, relations, links].map((section) => section?.problem);
}

describe('withoutRepeatedProblems', () => {
  it('removes the error of each section if the error of the page contains it', () => {
    const pageProblem = { message: `${MESSAGE} The data shown is from 9:49 AM and may be out of date.`, retry: true };
    const model = withoutRepeatedProblems(modelWith(pageProblem, problem));
    expect(problemsIn(model)).toEqual([undefined, undefined, undefined, undefined, undefined]);
    expect(model.problem).toEqual(pageProblem);
    expect(model.comments.status).toBe('failed');
  });

  it('keeps the errors of sections if the page has no error, or another error', () => {
    const errors = [problem, problem, problem, problem, problem];
    expect(problemsIn(withoutRepeatedProblems(modelWith(undefined, problem)))).toEqual(errors);
    expect(problemsIn(withoutRepeatedProblems(modelWith(otherProblem, problem)))).toEqual(errors);
  });
});
