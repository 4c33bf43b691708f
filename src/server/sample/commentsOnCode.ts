// Creates the comments of the sample that link lines of code, in the form in which Contrail itself writes them.
import type { CommentPlan } from './plan.ts';

/**
 * The repository of the project Atlas Web, and its first commit, which has the same hash in every folder that *Open
 * Sample Folder* creates.
 */
const REPOSITORY = 'git.example.com/acme/atlas-web';
const COMMIT = '6df92743ef295343c42e34086bd61f89f7ec0bb7';

/** Lines of a file at the commit. `code` has no indentation, and no characters that HTML escapes. */
export interface SampleLines {
  readonly path: string;
  /** The number of the first line, from 1. */
  readonly first: number;
  readonly code: readonly string[];
}

/** Returns the parts of a comment that quotes the lines. `html` is what the author writes about them. */
export function commentOnCode(
  { path, first, code }: SampleLines,
  html: string,
): Pick<CommentPlan, 'html' | 'externalId'> {
  const last = first + code.length - 1;
  const place = `<p><code>${path}:${first}-${last}</code> at commit ${COMMIT.slice(0, 8)}</p>`;
  const quote = `<pre><code class="language-javascript">${code.join('\n')}\n</code></pre>`;
  return {
    html: `${place}${quote}${html}`,
    externalId: `code:${REPOSITORY}@${COMMIT}:${path}#L${first}-${last}`,
  };
}
