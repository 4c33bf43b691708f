// Finds the single changes of a file that a test should notice: a negated condition, a dropped call, a changed constant,
// swapped branches or another operator.
import { parseSync, Visitor } from 'oxc-parser';

export interface Mutation {
  readonly path: string;
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Returns each change that can be made in a file. */
export function mutationsOf(path: string, text: string): readonly Mutation[] {
  const mutations: Mutation[] = [];
  const textOf = ({ start, end }: Span): string => text.slice(start, end);
  const add = (kind: string, { start, end }: Span, replacement: string): void => {
    mutations.push({ path, kind, start, end, replacement });
  };
  const types: Span[] = [];
  new Visitor({
    TSLiteralType: ({ literal }) => types.push(literal),
    IfStatement: ({ test }) => add('negated condition', test, `!(${textOf(test)})`),
    ConditionalExpression: (node) => {
      const { test, consequent, alternate } = node;
      add('swapped branches', node, `((${textOf(test)}) ? (${textOf(alternate)}) : (${textOf(consequent)}))`);
    },
    LogicalExpression: (node) => {
      const { left, right, operator } = node;
      const other = { '&&': '||', '||': '&&', '??': '&&' }[operator];
      add('changed operator', node, `((${textOf(left)}) ${other} (${textOf(right)}))`);
    },
    ExpressionStatement: (node) => {
      if (/^(?:await |void )?[\w.#?]+\(/.test(textOf(node))) add('dropped call', node, ';');
    },
    Literal: (node) => {
      if (typeof node.value === 'number') add('changed number', node, `(${textOf(node)} + 1)`);
      if (typeof node.value === 'boolean') add('changed truth value', node, String(!node.value));
    },
  }).visit(parseSync(path, text).program);
  return mutations.filter(
    ({ path: file, start, end, replacement }) =>
      !types.some((type) => type.start === start) && isValid(file, text, start, end, replacement),
  );
}

/** Whether the changed file can be parsed: a literal may be a key or the argument of a decorator. */
function isValid(path: string, text: string, start: number, end: number, replacement: string): boolean {
  return parseSync(path, changedText(text, { start, end, replacement })).errors.length === 0;
}

/** Returns the text of the file after the change. */
export function changedText(
  text: string,
  { start, end, replacement }: Span & { readonly replacement: string },
): string {
  return text.slice(0, start) + replacement + text.slice(end);
}
