// The lines in which two texts differ.
import { diffArrays, structuredPatch } from 'diff';

const CONTEXT_LINES = 2;

/** Returns the changed lines with `- ` or `+ ` before them, and two lines around each change; `…` between the changes. */
export function changedLines(before: string, after: string): readonly string[] {
  const { hunks } = structuredPatch('', '', endLine(before), endLine(after), '', '', { context: CONTEXT_LINES });
  return hunks.flatMap(({ lines }, index) => [
    ...(index === 0 ? [] : ['…']),
    ...lines.filter((line) => !line.startsWith('\\')).map((line) => `${line.slice(0, 1)} ${line.slice(1)}`.trimEnd()),
  ]);
}

/** Returns, for each line of `after`, the index of the same line in `before`; undefined for a new or changed line. */
export function alignLines(before: readonly string[], after: readonly string[]): readonly (number | undefined)[] {
  const indexes: (number | undefined)[] = [];
  let position = 0;
  for (const { added, removed, count } of diffArrays([...before], [...after])) {
    for (let line = 0; line < count; line += 1) {
      if (added) indexes.push(undefined);
      else {
        if (!removed) indexes.push(position);
        position += 1;
      }
    }
  }
  return indexes;
}

function endLine(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}
