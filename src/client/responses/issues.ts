// Converts validation issues of zod to rules for each field. Pure.
import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** Returns the rule that each field breaks, unknown fields among them. Nested fields are joined by dots. */
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

/** Returns where and how a record departs from its schema, for the log and for `invalidResponse`. */
export function firstIssue(issues: readonly Issue[]): string {
  const [first] = issues;
  return first === undefined ? '' : `${first.path.map(String).join('.') || '(whole)'}: ${first.message}`;
}
