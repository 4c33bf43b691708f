// Owns turning what zod found wrong into our words. Pure.
import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** The rule that each field breaks; a field that no rule knows is named as well. Fields in depth are joined by dots. */
export function fieldRules(issues: readonly Issue[]): Readonly<Record<string, string>> {
  const rules: Record<string, string> = {};
  for (const issue of issues) {
    const names = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
    for (const path of names) {
      const name = path.map(String).join('.') || 'body';
      rules[name] ??= issue.message;
    }
  }
  return rules;
}

/** Where a record departs from its schema, and how, for the journal and for `unreadable`. */
export function firstIssue(issues: readonly Issue[]): string {
  const [first] = issues;
  return first === undefined ? '' : `${first.path.map(String).join('.') || '(whole)'}: ${first.message}`;
}
