// Collects names, comments and test titles of the code, for the word check and the random sample.
import { parseSync, Visitor } from 'oxc-parser';

export interface Words {
  /** The declared names, without duplicates. */
  readonly names: readonly string[];
  readonly comments: readonly string[];
  /** The titles of tests and scenarios, each preceded by the titles of its `describe` blocks. */
  readonly titles: readonly string[];
}

const TEST_CALLS = new Set(['describe', 'it', 'scenario', 'test']);

/**
 * Returns the names, comments and test titles of a source file.
 * @throws if the file has a syntax error
 */
export function wordsOf(path: string, text: string): Words {
  const { program, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const declaredNames = new Set<string>();
  const blockTitles: string[] = [];
  const titles: string[] = [];
  const visitor = new Visitor({
    VariableDeclarator: ({ id }) => void (id.type === 'Identifier' && declaredNames.add(id.name)),
    FunctionDeclaration: ({ id }) => void (id !== null && declaredNames.add(id.name)),
    ClassDeclaration: ({ id }) => void (id !== null && declaredNames.add(id.name)),
    MethodDefinition: ({ key }) => void (key.type === 'Identifier' && declaredNames.add(key.name)),
    PropertyDefinition: ({ key }) => void (key.type === 'Identifier' && declaredNames.add(key.name)),
    TSInterfaceDeclaration: ({ id }) => void declaredNames.add(id.name),
    TSTypeAliasDeclaration: ({ id }) => void declaredNames.add(id.name),
    TSPropertySignature: ({ key }) => void (key.type === 'Identifier' && declaredNames.add(key.name)),
    CallExpression: (call) => {
      const title = titleOf(call);
      if (title === undefined) return;
      if (title.isBlock) blockTitles.push(title.text);
      else titles.push([...blockTitles, title.text].join(' '));
    },
    'CallExpression:exit': (call) => void (titleOf(call)?.isBlock === true && blockTitles.pop()),
  });
  visitor.visit(program);
  return {
    names: [...declaredNames],
    comments: joinLines(
      comments.map(({ value, type, start }) => ({ value, isLineComment: type === 'Line', start })),
      text,
    ),
    titles,
  };
}

interface CallLike {
  readonly callee: unknown;
  readonly arguments: readonly unknown[];
}

function titleOf({
  callee,
  arguments: args,
}: CallLike): { readonly text: string; readonly isBlock: boolean } | undefined {
  const functionName = nameOfCallee(callee);
  const [first] = args as readonly { readonly type?: string; readonly value?: unknown }[];
  if (functionName === undefined || first?.type !== 'Literal' || typeof first.value !== 'string') return undefined;
  // A title that is only a placeholder is replaced by the values of the rows.
  if (first.value === '%s') return undefined;
  return { text: first.value, isBlock: functionName === 'describe' };
}

/** Returns the function that defines a test: `it` for `it('…')` and for `it.each(rows)('…')`. */
function nameOfCallee(callee: unknown): string | undefined {
  const node = callee as {
    readonly type?: string;
    readonly name?: string;
    readonly object?: unknown;
    readonly callee?: unknown;
  };
  if (node.type === 'Identifier') return node.name !== undefined && TEST_CALLS.has(node.name) ? node.name : undefined;
  if (node.type === 'MemberExpression') return nameOfCallee(node.object);
  return node.type === 'CallExpression' ? nameOfCallee(node.callee) : undefined;
}

interface CommentPart {
  readonly value: string;
  readonly isLineComment: boolean;
  readonly start: number;
}

/** Returns the texts of the comments. Consecutive line comments are joined to one comment. */
function joinLines(parts: readonly CommentPart[], text: string): string[] {
  const comments: string[] = [];
  let previousEnd = -1;
  for (const { value, isLineComment, start } of parts) {
    const trimmedText = value
      .replaceAll(/^\s*\*+ ?/gm, '')
      .replaceAll(/\s+/g, ' ')
      .trim();
    const continuesComment =
      isLineComment && previousEnd !== -1 && text.slice(previousEnd, start).trim() === '' && comments.length > 0;
    if (continuesComment) comments.push(`${comments.pop()} ${trimmedText}`);
    else comments.push(trimmedText);
    previousEnd = isLineComment ? start + value.length + 2 : -1;
  }
  return comments;
}
