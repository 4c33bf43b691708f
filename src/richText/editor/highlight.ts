// Syntax highlighting of code in common languages.
import './highlight.css';
import HLJS from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import diff from 'highlight.js/lib/languages/diff';
import go from 'highlight.js/lib/languages/go';
import java from 'highlight.js/lib/languages/java';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import rust from 'highlight.js/lib/languages/rust';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { isElement, isTextNode, parseInert } from './markup/markup.ts';

/** A part of the code that has one CSS class. */
interface HighlightToken {
  readonly text: string;
  /** The CSS class; empty for code that is not highlighted. */
  readonly className: string;
}

const LANGUAGES = { bash, diff, go, java, json, python, rust, sql, typescript, xml, yaml };
/** Languages that are highlighted with the grammar of another language. */
const ALIASES: Readonly<Record<string, string>> = { javascript: 'typescript', js: 'typescript', jsx: 'typescript' };

/**
 * The maximum number of characters of a code block that is highlighted. Longer code is not, so that typing in it stays
 * fast.
 */
const MAX_BLOCK_LENGTH = 20_000;
/**
 * The maximum number of characters of code whose language is guessed, and the minimum relevance (reported by the
 * highlighter) of a guess that is used.
 */
const MAX_GUESS_LENGTH = 2_000;
const MIN_RELEVANCE = 8;

/** The maximum number of characters of code that are highlighted in one text. */
export const MAX_HIGHLIGHTED_CHARACTERS = 60_000;

/**
 * Returns a function to call with each code block of a text, in order. The function returns whether the block ends
 * within the first `maxCharacters` characters of code.
 */
export function createCharacterLimit(maxCharacters: number): (code: string) => boolean {
  let length = 0;
  return (code) => {
    length += code.length;
    return length <= maxCharacters;
  };
}

function registerLanguages(highlighter: typeof HLJS): typeof HLJS {
  for (const [name, language] of Object.entries(LANGUAGES)) highlighter.registerLanguage(name, language);
  return highlighter;
}

const highlighter = registerLanguages(HLJS.newInstance());

/** Splits code into tokens with CSS classes. The joined texts of all tokens are the code. */
export function tokenizeCode(code: string, language: string | null): readonly HighlightToken[] {
  const uncoloredTokens = [{ text: code, className: '' }];
  if (code.length > MAX_BLOCK_LENGTH) return uncoloredTokens;
  const grammar = language === null ? undefined : (ALIASES[language] ?? language);
  if (grammar !== undefined) {
    return highlighter.getLanguage(grammar)
      ? tokensIn(highlighter.highlight(code, { language: grammar, ignoreIllegals: true }).value)
      : uncoloredTokens;
  }
  if (code.length > MAX_GUESS_LENGTH) return uncoloredTokens;
  const guessedResult = highlighter.highlightAuto(code);
  return guessedResult.relevance >= MIN_RELEVANCE ? tokensIn(guessedResult.value) : uncoloredTokens;
}

/** Parses the highlighter's output, which is HTML with nested spans, into tokens. */
function tokensIn(markup: string): readonly HighlightToken[] {
  const collectTokens = (node: Node, className: string): HighlightToken[] => {
    if (isTextNode(node)) return [{ text: node.data, className }];
    const combinedClass = isElement(node) ? [className, node.className].filter(Boolean).join(' ') : className;
    return [...node.childNodes].flatMap((child) => collectTokens(child, combinedClass));
  };
  // No line break is lost: the HTML parser drops a leading line break only inside `<pre>`, which is not in the output.
  return [...parseInert(markup).childNodes].flatMap((node) => collectTokens(node, ''));
}

/** Highlights the code blocks of a read-only text. Reads the language from their `data-language` attributes. */
export function highlightCodeBlocks(text: ParentNode): void {
  const isWithinLimit = createCharacterLimit(MAX_HIGHLIGHTED_CHARACTERS);
  for (const code of text.querySelectorAll<HTMLElement>('pre > code')) {
    if (!isWithinLimit(code.textContent ?? '')) continue;
    const tokens = tokenizeCode(code.textContent ?? '', code.dataset['language'] ?? null);
    code.replaceChildren(
      ...tokens.map((token) => {
        if (token.className === '') return token.text;
        const span = document.createElement('span');
        span.className = token.className;
        span.textContent = token.text;
        return span;
      }),
    );
  }
}
