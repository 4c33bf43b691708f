// Syntax highlighting of code, for the languages that users paste most.
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

/** A part of the code with one class. */
interface CodePiece {
  readonly text: string;
  /** Empty for plain code. */
  readonly className: string;
}

const LANGUAGES = { bash, diff, go, java, json, python, rust, sql, typescript, xml, yaml };
/** The grammar of the value also parses the key. */
const ALIASES: Readonly<Record<string, string>> = { javascript: 'typescript', js: 'typescript', jsx: 'typescript' };

/** Longer code is not highlighted, so that typing in it stays fast. */
const LONGEST = 20_000;
/** The language is guessed only for code up to this length, and used only with at least this relevance. */
const LONGEST_GUESSED = 2_000;
const SURE = 8;

/** The number of characters of code that are highlighted in one text. */
export const MAX_COLORED = 60_000;

/**
 * Returns a function that takes one piece of code after the other and returns whether it is within the first `most`
 * characters.
 */
export function colorUpTo(most: number): (code: string) => boolean {
  let length = 0;
  return (code) => {
    length += code.length;
    return length <= most;
  };
}

function withLanguages(highlighter: typeof HLJS): typeof HLJS {
  for (const [name, language] of Object.entries(LANGUAGES)) highlighter.registerLanguage(name, language);
  return highlighter;
}

const highlighter = withLanguages(HLJS.newInstance());

/** Returns the parts of the code in order. Joined together they are the code. */
export function codePieces(code: string, language: string | null): readonly CodePiece[] {
  const plain = [{ text: code, className: '' }];
  if (code.length > LONGEST) return plain;
  const known = language === null ? undefined : (ALIASES[language] ?? language);
  if (known !== undefined) {
    return highlighter.getLanguage(known)
      ? piecesIn(highlighter.highlight(code, { language: known, ignoreIllegals: true }).value)
      : plain;
  }
  if (code.length > LONGEST_GUESSED) return plain;
  const guessed = highlighter.highlightAuto(code);
  return guessed.relevance >= SURE ? piecesIn(guessed.value) : plain;
}

/** Parses the highlighter's output, which is HTML with spans, without running anything in it. */
function piecesIn(markup: string): readonly CodePiece[] {
  const walk = (node: Node, className: string): CodePiece[] => {
    if (isTextNode(node)) return [{ text: node.data, className }];
    const own = isElement(node) ? [className, node.className].filter(Boolean).join(' ') : className;
    return [...node.childNodes].flatMap((child) => walk(child, own));
  };
  // A parser drops a line break only at the start of `pre`, and this is not in one.
  return [...parseInert(markup).childNodes].flatMap((node) => walk(node, ''));
}

/** Highlights the code blocks of a read-only text. The language is in `data-language`, where the text has one. */
export function colorCode(text: ParentNode): void {
  const isWorthIt = colorUpTo(MAX_COLORED);
  for (const code of text.querySelectorAll<HTMLElement>('pre > code')) {
    if (!isWorthIt(code.textContent ?? '')) continue;
    const pieces = codePieces(code.textContent ?? '', code.dataset['language'] ?? null);
    code.replaceChildren(
      ...pieces.map((piece) => {
        if (piece.className === '') return piece.text;
        const span = document.createElement('span');
        span.className = piece.className;
        span.textContent = piece.text;
        return span;
      }),
    );
  }
}
