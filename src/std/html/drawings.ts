// Finds lines that draw a tree of folders or a table, as programs in a terminal print them.

/** Matches a line of a tree as `tree` prints it on Linux and Windows, or of a table with drawn borders. */
const DRAWN_LINE = /[├└┌┬┴┼╭╰╞╠╚╔┏┗┣┡╋]|^\s*[│║┃]|^\s*(?:\|\s*)*(?:[|`+\\]--(?:\s|$)|[+\\]---+[^\s-]|\+[-=+]+\+\s*$)/;
/** Matches a line that belongs to a drawing only after another line of it: a row of a table, or a file in a folder. */
const NEXT_DRAWN_LINE = /^\s*\|/;
const ONLY_BRANCH = /^\s*[└╰][─━]/;
const TREE_ROOT = /^\s*\S+\s*$/;

/**
 * Returns how many lines draw a tree or a table, beginning at the first; 0 if these lines are not a drawing. `lineAt`
 * returns undefined after the last line. The first line may be the root of the tree if `mayStartWithRoot` is set.
 */
export function drawingLength(lineAt: (index: number) => string | undefined, mayStartWithRoot: boolean): number {
  const isDrawn = (index: number): boolean => DRAWN_LINE.test(lineAt(index) ?? '');
  const continues = (index: number): boolean => isDrawn(index) || NEXT_DRAWN_LINE.test(lineAt(index) ?? '');
  const hasRoot = !isDrawn(0);
  const first = hasRoot ? 1 : 0;
  if (hasRoot && !(mayStartWithRoot && TREE_ROOT.test(lineAt(0) ?? ''))) return 0;
  const isOnlyBranch = hasRoot && ONLY_BRANCH.test(lineAt(first) ?? '');
  if (!(isDrawn(first) && (continues(first + 1) || isOnlyBranch))) return 0;
  let length = first + 1;
  while (continues(length)) length += 1;
  return length;
}
