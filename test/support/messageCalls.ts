// Finds the calls of `l10n.t` in a source file, and other uses of `l10n` that a translation tool would miss.
import { parseSync, Visitor, type VisitorObject } from 'oxc-parser';

export interface L10nCall {
  readonly line: number;
  /** The source code of the first argument. */
  readonly source: string;
  /** The English message; undefined if the first argument does not consist of literals. */
  readonly message: string | undefined;
  /** Whether the call runs while the module is loaded, before the translations are set. */
  readonly isAtModuleLevel: boolean;
}

export interface L10nUses {
  readonly calls: readonly L10nCall[];
  /** The lines that use `l10n` in a form other than `l10n.t(…)`. */
  readonly otherUses: readonly number[];
}

type Argument = Parameters<NonNullable<VisitorObject['CallExpression']>>[0]['arguments'][number];

/** Methods that call their function arguments immediately, not later. */
const SYNCHRONOUS_CALLS =
  /\.(?:map|flatMap|filter|forEach|reduce|find|some|every|from|fromEntries|groupBy|toSorted|sort)$/;

/** @throws if the text cannot be parsed */
export function messageCalls(path: string, text: string): L10nUses {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const lineOf = (offset: number): number => text.slice(0, offset).split('\n').length;
  const calls: L10nCall[] = [];
  const otherUses: number[] = [];
  /** The offsets of `l10n` in the form `l10n.t(…)` and in imports. */
  const allowedUses = new Set<number>();
  /** The offsets of functions that are called immediately. */
  const immediateFunctions = new Set<number>();
  /** How many functions that are called later contain the current node. */
  let functionDepth = 0;
  const enterFunction = ({ start }: { readonly start: number }): void =>
    void (immediateFunctions.has(start) || (functionDepth += 1));
  const leaveFunction = ({ start }: { readonly start: number }): void =>
    void (immediateFunctions.has(start) || (functionDepth -= 1));
  new Visitor({
    FunctionDeclaration: enterFunction,
    'FunctionDeclaration:exit': leaveFunction,
    FunctionExpression: enterFunction,
    'FunctionExpression:exit': leaveFunction,
    ArrowFunctionExpression: enterFunction,
    'ArrowFunctionExpression:exit': leaveFunction,
    // The value of a non-static field is evaluated when the constructor is called.
    PropertyDefinition: ({ static: isStatic }) => void (isStatic || (functionDepth += 1)),
    'PropertyDefinition:exit': ({ static: isStatic }) => void (isStatic || (functionDepth -= 1)),
    ImportNamespaceSpecifier: ({ local }) => void allowedUses.add(local.start),
    CallExpression: (call) => {
      const callee = text.slice(call.callee.start, call.callee.end);
      if (call.callee.type === 'ParenthesizedExpression') immediateFunctions.add(call.callee.expression.start);
      if (SYNCHRONOUS_CALLS.test(callee)) for (const { start } of call.arguments) immediateFunctions.add(start);
      const [first] = call.arguments;
      if (callee !== 'l10n.t' || first === undefined) return;
      allowedUses.add(call.callee.start);
      calls.push({
        line: lineOf(call.start),
        source: text.slice(first.start, first.end),
        message: messageOf(first),
        isAtModuleLevel: functionDepth === 0,
      });
    },
    Identifier: ({ name, start }) => void (name === 'l10n' && !allowedUses.has(start) && otherUses.push(lineOf(start))),
  }).visit(program);
  return { calls, otherUses };
}

/** Returns the message if the argument is a literal, or an object with a literal `message` and literal comments. */
function messageOf(argument: Argument): string | undefined {
  if (argument.type === 'Literal') return typeof argument.value === 'string' ? argument.value : undefined;
  if (argument.type !== 'ObjectExpression') return undefined;
  const valueOf = (name: string): Argument | undefined =>
    argument.properties.flatMap((property) =>
      property.type === 'Property' && property.key.type === 'Identifier' && property.key.name === name
        ? [property.value]
        : [],
    )[0];
  const [message, comment] = [valueOf('message'), valueOf('comment')];
  const isComment =
    comment?.type === 'ArrayExpression' && comment.elements.every((element) => element?.type === 'Literal');
  const isTranslatable = isComment && argument.properties.length === (valueOf('args') === undefined ? 2 : 3);
  return isTranslatable && message?.type === 'Literal' && typeof message.value === 'string' ? message.value : undefined;
}
