// Finds the calls of `l10n.t` in a source file, and what a translation tool would not find or could not translate.
import { parseSync, Visitor, type VisitorObject } from 'oxc-parser';

export interface MessageCall {
  readonly line: number;
  /** The source of the first argument. */
  readonly source: string;
  /** The English message, or undefined if the first argument contains more than literals. */
  readonly message: string | undefined;
  /** The call is evaluated while the module is loaded, when no translations are set yet. */
  readonly isEarly: boolean;
}

export interface MessageCalls {
  readonly calls: readonly MessageCall[];
  /** The lines that use `l10n` in another form than `l10n.t(…)`. */
  readonly otherUses: readonly number[];
}

type Argument = Parameters<NonNullable<VisitorObject['CallExpression']>>[0]['arguments'][number];

/** Their function arguments run at once. */
const RUN_AT_ONCE = /\.(?:map|flatMap|filter|forEach|reduce|find|some|every|from|fromEntries|groupBy|toSorted|sort)$/;

/** Throws if the file does not parse. */
export function messageCalls(path: string, text: string): MessageCalls {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const lineOf = (at: number): number => text.slice(0, at).split('\n').length;
  const calls: MessageCall[] = [];
  const otherUses: number[] = [];
  /** Where `l10n` is used as it should be. */
  const expected = new Set<number>();
  const atOnce = new Set<number>();
  let depth = 0;
  const enter = ({ start }: { readonly start: number }): void => void (atOnce.has(start) || (depth += 1));
  const leave = ({ start }: { readonly start: number }): void => void (atOnce.has(start) || (depth -= 1));
  new Visitor({
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    // A field that is not static is evaluated by the constructor.
    PropertyDefinition: ({ static: isStatic }) => void (isStatic || (depth += 1)),
    'PropertyDefinition:exit': ({ static: isStatic }) => void (isStatic || (depth -= 1)),
    ImportNamespaceSpecifier: ({ local }) => void expected.add(local.start),
    CallExpression: (call) => {
      const callee = text.slice(call.callee.start, call.callee.end);
      if (call.callee.type === 'ParenthesizedExpression') atOnce.add(call.callee.expression.start);
      if (RUN_AT_ONCE.test(callee)) for (const { start } of call.arguments) atOnce.add(start);
      const [first] = call.arguments;
      if (callee !== 'l10n.t' || first === undefined) return;
      expected.add(call.callee.start);
      calls.push({
        line: lineOf(call.start),
        source: text.slice(first.start, first.end),
        message: messageOf(first),
        isEarly: depth === 0,
      });
    },
    Identifier: ({ name, start }) => void (name === 'l10n' && !expected.has(start) && otherUses.push(lineOf(start))),
  }).visit(program);
  return { calls, otherUses };
}

/** Returns the message of a literal, or of an object with a literal `message` and a list of literal comments. */
function messageOf(argument: Argument): string | undefined {
  if (argument.type === 'Literal') return typeof argument.value === 'string' ? argument.value : undefined;
  if (argument.type !== 'ObjectExpression') return undefined;
  const part = (name: string): Argument | undefined =>
    argument.properties.flatMap((one) =>
      one.type === 'Property' && one.key.type === 'Identifier' && one.key.name === name ? [one.value] : [],
    )[0];
  const [message, comment] = [part('message'), part('comment')];
  const isComment =
    comment?.type === 'ArrayExpression' && comment.elements.every((element) => element?.type === 'Literal');
  const isWhole = isComment && argument.properties.length === (part('args') === undefined ? 2 : 3);
  return isWhole && message?.type === 'Literal' && typeof message.value === 'string' ? message.value : undefined;
}
