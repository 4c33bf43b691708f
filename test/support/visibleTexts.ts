// Finds string literals that look like user-visible text but are not inside `l10n.t`.
// `--write` writes the literals of src/ to exemptLiterals.json, which lists literals that users do not see, for example
// ids and protocol values. Review the diff of this file before you commit it.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { root } from './setup/paths.mjs';

/** The layers that contain text for the user. */
/** The parts of src/ that contain texts for the user. */
const LAYERS = [
  '*',
  ...['core', 'items', 'copy', 'richText/editor', 'shell', 'features'].map((layer) => `${layer}/**/*`),
];

/** The texts that were found, by the path of the file. */
export type TextsByPath = Readonly<Record<string, readonly string[]>>;

export const exemptLiteralsFile = join(root, 'test', 'architecture', 'exemptLiterals.json');

interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [part: string]: unknown;
}

/** Calls whose arguments are ids, selectors, search terms or log messages. */
const IGNORED_CALLS =
  /(?:^|\.)(?:logger|log|console)\b|\.(?:write|debug|querySelector(?:All)?|addEventListener|closest|matches|includes|startsWith|endsWith|executeCommand|setAttribute|getElementById|insertRule|error|exec|prepare|has|get|getConfiguration)$|^(?:withErrorHandling|notifyErrors)$/;

/** Constructors of regular expressions, and of errors that are not shown to the user. */
const IGNORED_CONSTRUCTORS = /^(?:Error|TypeError|RangeError|SyntaxError|RegExp)$/;

/** JSX attributes that contain no text for the user. */
const IGNORED_ATTRIBUTES =
  /^(?:class|className|style|id|type|role|key|rel|href|src|name|for|data-.*|aria-(?:live|controls|haspopup|describedby|labelledby|current|activedescendant)|tabIndex|method|d|viewBox|transform|points|fill|stroke|icon|kind|part|focusKey|as|variant|inputMode|autocomplete|spellcheck)$/;

/** Matches an icon in a label, for example `$(add)`. */
const CODICON = /\$\([a-z-]+\)/g;
const KEY = /^(?:Enter|Escape|Tab|Backspace|Delete|Home|End|PageUp|PageDown|Arrow\w+|Shift|Control|Mod|Meta|Alt)$/;
const KEY_COMBINATION = /^(?:Mod|Shift|Ctrl|Alt)-/;
const PASCAL_CASE = /^[A-Z][a-z]+[A-Z]\w*$/;
const HEADER_NAME = /^[A-Z]\w*-[A-Z]/;
const TWO_WORDS = /[A-Za-z]{2,}[,;:.’”)]* [A-Za-z(“{$]/;
const CAPITALIZED = /^[A-Z][a-z]+/;
const SENTENCE_OF_ONE_WORD = /^[a-z]+[.…]$/;

/** Whether a string looks like user-visible text: two words, a capitalized word, or a word with a period. */
export function looksVisible(text: string): boolean {
  const trimmed = text.replaceAll(CODICON, '').trim();
  if (!/[A-Za-z]{2}/.test(trimmed)) return false;
  if ([KEY, KEY_COMBINATION, PASCAL_CASE, HEADER_NAME].some((form) => form.test(trimmed))) return false;
  return [TWO_WORDS, CAPITALIZED, SENTENCE_OF_ONE_WORD].some((form) => form.test(trimmed));
}

/** Returns the texts of a source file that look visible and are not inside `l10n.t`, in their order. */
export function textsOutsideL10n(path: string, source: string): string[] {
  const texts: string[] = [];
  const sourceOf = ({ start, end }: SyntaxNode): string => source.slice(start, end);
  const add = (text: string): void => {
    if (looksVisible(text)) texts.push(text.replaceAll(/\s+/g, ' ').trim());
  };
  const visit = (part: unknown): void => {
    if (Array.isArray(part)) for (const element of part) visit(element);
    else if (isNode(part)) visitNode(part);
  };
  const visitNode = (node: SyntaxNode): void => {
    switch (node.type) {
      case 'CallExpression':
      case 'NewExpression':
        return visitCall(node);
      case 'ImportDeclaration':
      case 'ImportExpression':
      case 'ExportAllDeclaration':
      case 'TaggedTemplateExpression':
      case 'TSTypeAliasDeclaration':
      case 'TSInterfaceDeclaration':
      case 'TSLiteralType':
        return;
      case 'JSXAttribute':
        return IGNORED_ATTRIBUTES.test(sourceOf(node['name'] as SyntaxNode)) ? undefined : visit(node['value']);
      case 'JSXText':
        return void (/[A-Za-z]{2}/.test(String(node['value'])) && texts.push(String(node['value']).trim()));
      case 'BinaryExpression':
        // A literal in a comparison is not shown to the user.
        if (!/^(?:[=!]==?|in)$/.test(String(node['operator']))) return visitParts(node);
        for (const side of [node['left'], node['right']]) if (!isLiteral(side)) visit(side);
        return;
      case 'SwitchCase':
        return visit(node['consequent']);
      case 'Property':
      case 'PropertyDefinition':
        return visit(node['value']);
      case 'Literal':
        return typeof node['value'] === 'string' ? add(node['value']) : undefined;
      case 'TemplateLiteral':
        add(templateText(node));
        return visit(node['expressions']);
      default:
        return visitParts(node);
    }
  };
  const visitParts = (node: SyntaxNode): void => {
    for (const part of Object.values(node)) visit(part);
  };
  const visitCall = (node: SyntaxNode): void => {
    const callee = node['callee'] as SyntaxNode;
    const name = sourceOf(callee);
    const args = node['arguments'] as readonly SyntaxNode[];
    if (node.type === 'NewExpression' && IGNORED_CONSTRUCTORS.test(name)) return;
    if (name === 'l10n.t') return visit(args.slice(1));
    visit(callee);
    visit(IGNORED_CALLS.test(name) ? args.filter((argument) => !isLiteral(argument)) : args);
  };
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  visit(program);
  return texts;
}

function isNode(part: unknown): part is SyntaxNode {
  return typeof part === 'object' && part !== null && 'type' in part && typeof part.type === 'string';
}

function isLiteral(part: unknown): boolean {
  return isNode(part) && (part.type === 'Literal' || part.type === 'TemplateLiteral');
}

/** Returns the text of a template literal, with `{}` in place of each expression. */
function templateText(node: SyntaxNode): string {
  const quasis = node['quasis'] as readonly { readonly value: { readonly cooked: string } }[];
  return quasis.map(({ value }) => value.cooked).join('{}');
}

/** Returns the texts of each file in all layers that contain text for the user, without duplicates in a file. */
export function textsOutsideL10nOfLayers(): TextsByPath {
  const files = globSync(
    LAYERS.map((files) => `src/${files}.{ts,tsx}`),
    { cwd: root },
  )
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path !== 'src/shell/commands/contributions.ts')
    .toSorted();
  const textsByFile = files.map(
    (path) => [path, textsOutsideL10n(path, readFileSync(join(root, path), 'utf8'))] as const,
  );
  return Object.fromEntries(
    textsByFile.flatMap(([path, texts]) => (texts.length === 0 ? [] : [[path, [...new Set(texts)].toSorted()]])),
  );
}

if (process.argv.includes('--write'))
  writeFileSync(exemptLiteralsFile, `${JSON.stringify(textsOutsideL10nOfLayers(), undefined, 2)}\n`);
