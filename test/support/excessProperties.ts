// Finds misspelled properties that the compiler accepts: it checks an object literal for unknown properties only where
// its type is expected, and the callback of `map` is inferred on its own.
// `node test/support/excessProperties.ts` checks src/, or only the files that it is given.
// The API of this version of TypeScript is called unstable; an update may need changes here.
import { readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import {
  type ArrowFunction,
  type CallExpression,
  type Expression,
  isArrayLiteralExpression,
  isArrowFunction,
  isAwaitExpression,
  isBlock,
  isCallExpression,
  isConditionalExpression,
  isFunctionLikeDeclaration,
  isIdentifier,
  isObjectLiteralExpression,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isReturnStatement,
  isSpreadElement,
  isStringLiteral,
  type Node,
  type ObjectLiteralExpression,
} from 'typescript/unstable/ast';
import { API, type Checker, type Type, TypeFlags, type TypeReference, type UnionType } from 'typescript/unstable/sync';
import { root } from './setup/paths.mjs';

export interface ExcessProperties {
  /** `file:line property` for each property that the expected type does not have. */
  readonly found: readonly string[];
  /** Number of calls whose literals were compared with an expected type. */
  readonly checkedCallCount: number;
}

/** Methods whose callback returns elements of the result. */
const MAPPING_METHODS: ReadonlySet<string> = new Set(['map', 'flatMap', 'from']);
/** Methods whose result has the same elements. */
const PASSING_METHODS: ReadonlySet<string> = new Set([
  'filter',
  'toSorted',
  'sort',
  'slice',
  'reverse',
  'toReversed',
  'flat',
]);
const MAPPING_CALL = /\.(?:map|flatMap|from)\(/;
/** The properties of such a type are not known. */
const OPEN_TYPES = TypeFlags.Any | TypeFlags.Unknown | TypeFlags.TypeParameter | TypeFlags.Never;

/** Reads the sources in `folder` of the projects with these configuration files; `only` some of them. */
export function findExcessProperties(
  folder: string,
  configFiles: readonly string[],
  only?: ReadonlySet<string>,
): ExcessProperties {
  const api = new API({ cwd: folder });
  try {
    const found: string[] = [];
    let checkedCallCount = 0;
    const readFiles = new Set<string>();
    for (const { program, checker } of api.updateSnapshot({ openProjects: [...configFiles] }).getProjects()) {
      for (const file of program.getSourceFileNames()) {
        if (!file.startsWith(folder.replaceAll(sep, '/')) || readFiles.has(file)) continue;
        readFiles.add(file);
        if (only?.has(file) === false) continue;
        const source = readFileSync(file, 'utf8');
        if (!MAPPING_CALL.test(source)) continue;
        for (const { call, literals } of mappingCallsIn(program.getSourceFile(file))) {
          const names = expectedNames(checker, call);
          if (names === undefined) continue;
          checkedCallCount += 1;
          for (const { name, end } of literals.flatMap(namedProperties)) {
            const line = source.slice(0, end).split('\n').length;
            if (!names.has(name)) found.push(`${file.slice(folder.length + 1)}:${line} ${name}`);
          }
        }
      }
    }
    return { found, checkedCallCount };
  } finally {
    api.close();
  }
}

/** The projects that together contain all of `src/`. */
const PROJECTS = ['tsconfig.json', 'tsconfig.page.json', 'server/tsconfig.json', 'agents/tsconfig.json'];

/** Prints what is found in all of `src/`, or in the files that the command names; then the program fails. */
function checkSources(paths: readonly string[]): void {
  const src = join(root, 'src');
  const only = paths.length === 0 ? undefined : new Set(paths.map((path) => join(root, path).replaceAll(sep, '/')));
  const configFiles = PROJECTS.map((name) => join(src, name));
  const { found, checkedCallCount } = findExcessProperties(src, configFiles, only);
  for (const one of found) console.error(`src/${one}: the expected type has no such property`);
  // A reader that has come to see nothing must not pass.
  const isBlind = only === undefined && checkedCallCount < 80;
  if (isBlind) console.error(`Only ${checkedCallCount} calls were compared with an expected type.`);
  if (isBlind || found.length > 0) process.exitCode = 1;
}

interface MappingCall {
  readonly call: CallExpression;
  /** The object literals that the callback returns. */
  readonly literals: readonly ObjectLiteralExpression[];
}

function mappingCallsIn(root: Node | undefined): readonly MappingCall[] {
  const calls: MappingCall[] = [];
  const visit = (node: Node): void => {
    node.forEachChild(visit);
    if (!isCallExpression(node) || !isPropertyAccessExpression(node.expression)) return;
    if (!MAPPING_METHODS.has(node.expression.name.text) || node.typeArguments !== undefined) return;
    const callback = node.arguments.find(isArrowFunction);
    const literals = callback === undefined ? [] : returnedLiterals(callback);
    if (literals.length > 0) calls.push({ call: node, literals });
  };
  root?.forEachChild(visit);
  return calls;
}

/** Returns no literals if the callback has a return type, because the compiler then checks them. */
function returnedLiterals({ type, body }: ArrowFunction): readonly ObjectLiteralExpression[] {
  if (type !== undefined) return [];
  if (!isBlock(body)) return literalsIn(body);
  const literals: ObjectLiteralExpression[] = [];
  const visit = (node: Node): void => {
    if (isFunctionLikeDeclaration(node)) return;
    if (isReturnStatement(node)) literals.push(...literalsIn(node.expression));
    else node.forEachChild(visit);
  };
  body.forEachChild(visit);
  return literals;
}

function literalsIn(node: Expression | undefined): readonly ObjectLiteralExpression[] {
  if (node === undefined) return [];
  if (isObjectLiteralExpression(node)) return [node];
  if (isParenthesizedExpression(node)) return literalsIn(node.expression);
  if (isConditionalExpression(node)) return [...literalsIn(node.whenTrue), ...literalsIn(node.whenFalse)];
  return isArrayLiteralExpression(node) ? [...node.elements].flatMap((element) => literalsIn(element)) : [];
}

function namedProperties(literal: ObjectLiteralExpression): readonly { readonly name: string; readonly end: number }[] {
  return [...literal.properties].flatMap((property) => {
    const name = 'name' in property ? property.name : undefined;
    return name !== undefined && (isIdentifier(name) || isStringLiteral(name))
      ? [{ name: name.text, end: name.end }]
      : [];
  });
}

/** Returns the properties of the elements that are expected where the call is; undefined if they are not known. */
function expectedNames(checker: Checker, call: CallExpression): ReadonlySet<string> | undefined {
  const expected = checker.getContextualType(wholeExpression(call));
  if (expected === undefined) return undefined;
  const elements = membersOf(expected)
    .flatMap((type) => (isPromise(type) ? typeArgumentsOf(checker, type) : [type]))
    .filter((type) => checker.isArrayLikeType(type))
    .flatMap((type) => typeArgumentsOf(checker, type));
  const isOpen = (type: Type): boolean =>
    (type.flags & OPEN_TYPES) !== 0 || checker.getIndexInfosOfType(type).length > 0;
  if (elements.length === 0 || elements.some(isOpen)) return undefined;
  return new Set(elements.flatMap((type) => checker.getPropertiesOfType(type).map(({ name }) => name)));
}

/** Returns the expression around the call that has the same elements, for example with a filter, or in another array. */
function wholeExpression(call: CallExpression): Expression {
  let whole: Expression = call;
  for (;;) {
    const { parent } = whole;
    if (isParenthesizedExpression(parent) || isAwaitExpression(parent)) whole = parent;
    else if (isSpreadElement(parent) && isArrayLiteralExpression(parent.parent)) whole = parent.parent;
    else if (
      isPropertyAccessExpression(parent) &&
      PASSING_METHODS.has(parent.name.text) &&
      isCallExpression(parent.parent)
    )
      whole = parent.parent;
    else return whole;
  }
}

function membersOf(type: Type): readonly Type[] {
  return (type.flags & TypeFlags.Union) === 0 ? [type] : (type as UnionType).getTypes().flatMap(membersOf);
}

function typeArgumentsOf(checker: Checker, type: Type): readonly Type[] {
  return checker.getTypeArguments(type as TypeReference).flatMap(membersOf);
}

function isPromise(type: Type): boolean {
  return /^Promise(?:Like)?$/.test(type.getSymbol()?.name ?? '');
}

if (import.meta.main) checkSources(process.argv.slice(2));
