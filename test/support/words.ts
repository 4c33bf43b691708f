// Collects the names, comments and test titles of the repository's code, for the word check and the random sample.
import { parseSync, Visitor } from 'oxc-parser';

export interface Words {
  /** Declared names, each once. */
  readonly names: readonly string[];
  readonly comments: readonly string[];
  /** Titles of tests, each with the titles of the blocks around it. */
  readonly titles: readonly string[];
}

const TEST_CALLS = new Set(['describe', 'it', 'test']);

/** Throws if the file does not parse. */
export function wordsOf(path: string, text: string): Words {
  const { program, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const names = new Set<string>();
  const blocks: string[] = [];
  const titles: string[] = [];
  const visitor = new Visitor({
    VariableDeclarator: ({ id }) => void (id.type === 'Identifier' && names.add(id.name)),
    FunctionDeclaration: ({ id }) => void (id !== null && names.add(id.name)),
    ClassDeclaration: ({ id }) => void (id !== null && names.add(id.name)),
    MethodDefinition: ({ key }) => void (key.type === 'Identifier' && names.add(key.name)),
    PropertyDefinition: ({ key }) => void (key.type === 'Identifier' && names.add(key.name)),
    TSInterfaceDeclaration: ({ id }) => void names.add(id.name),
    TSTypeAliasDeclaration: ({ id }) => void names.add(id.name),
    TSPropertySignature: ({ key }) => void (key.type === 'Identifier' && names.add(key.name)),
    CallExpression: (call) => {
      const title = titleOf(call);
      if (title === undefined) return;
      if (title.isBlock) blocks.push(title.text);
      else titles.push([...blocks, title.text].join(' '));
    },
    'CallExpression:exit': (call) => void (titleOf(call)?.isBlock === true && blocks.pop()),
  });
  visitor.visit(program);
  return {
    names: [...names],
    comments: joinLines(
      comments.map(({ value, type, start }) => ({ value, isLine: type === 'Line', start })),
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
  const called = nameOfCallee(callee);
  const [first] = args as readonly { readonly type?: string; readonly value?: unknown }[];
  if (called === undefined || first?.type !== 'Literal' || typeof first.value !== 'string') return undefined;
  return { text: first.value, isBlock: called === 'describe' };
}

/** `it`, and also `it` of `it.each(rows)('…')`. */
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
  readonly isLine: boolean;
  readonly start: number;
}

/** Line comments that follow each other are one comment. */
function joinLines(parts: readonly CommentPart[], text: string): string[] {
  const joined: string[] = [];
  let end = -1;
  for (const { value, isLine, start } of parts) {
    const words = value
      .replaceAll(/^\s*\*+ ?/gm, '')
      .replaceAll(/\s+/g, ' ')
      .trim();
    const follows = isLine && end !== -1 && text.slice(end, start).trim() === '' && joined.length > 0;
    if (follows) joined.push(`${joined.pop()} ${words}`);
    else joined.push(words);
    end = isLine ? start + value.length + 2 : -1;
  }
  return joined;
}
