// The initials of a user in a circle, in a color that belongs to the name.
import type { VNode } from 'preact';
import { initialsOf } from '../../std/formatText.ts';
import './initials.css';

const COLORS = ['red', 'orange', 'yellow', 'green', 'blue', 'purple'] as const;

/** Returns the theme color of a name: always the same for the same name. */
function colorOf(name: string): string {
  let hash = 0;
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return `var(--vscode-charts-${COLORS[hash % COLORS.length]})`;
}

/** Hidden from screen readers, because the name is beside it. */
export function Initials({ name }: { readonly name: string }): VNode {
  return <span class="initials" aria-hidden="true" data-initials={initialsOf(name)} style={{ color: colorOf(name) }} />;
}
