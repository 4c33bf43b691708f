// Converts validation issues of zod to messages for each field. Pure.
import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** Returns the first message for each invalid or unknown field. The names of a nested field are joined by dots. */
export function messagesByField(issues: readonly Issue[]): Readonly<Record<string, string>> {
  const messageByField: Record<string, string> = {};
  for (const issue of issues) {
    const paths = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
    for (const path of paths) {
      const name = path.map(String).join('.') || 'body';
      messageByField[name] ??= issue.message;
    }
  }
  return messageByField;
}

/** Returns the path and the message of the first issue, for the log and for `invalidResponse`. */
export function formatFirstIssue(issues: readonly Issue[]): string {
  const [first] = issues;
  return first === undefined ? '' : `${first.path.map(String).join('.') || '(whole)'}: ${first.message}`;
}
