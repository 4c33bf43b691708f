// Owns the colouring of code: which pieces of it are what. The languages are those that people paste most.
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

/** A run of code that is one thing. */
interface CodePiece {
  readonly text: string;
  /** Empty where it is nothing in particular. */
  readonly className: string;
}

const LANGUAGES = { bash, diff, go, java, json, python, rust, sql, typescript, xml, yaml };
/** The grammar of the one reads the other. */
const ALIASES: Readonly<Record<string, string>> = { javascript: 'typescript', js: 'typescript', jsx: 'typescript' };

/** Longer code stays plain, so that typing in it stays quick. */
const LONGEST = 20_000;
/** A language is guessed only for so much, and only when it is rather sure. */
const LONGEST_GUESSED = 2_000;
const SURE = 8;

/** Characters of code that are coloured in one text. */
export const MAX_COLORED = 60_000;

/** Says of one piece of code after the other whether it is still among the first `most` characters. */
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

/** The code in pieces, in order; put together they are the code. */
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

/** The highlighter answers in markup of spans: read where nothing runs, and taken apart. */
function piecesIn(markup: string): readonly CodePiece[] {
  const walk = (node: Node, className: string): CodePiece[] => {
    if (isTextNode(node)) return [{ text: node.data, className }];
    const own = isElement(node) ? [className, node.className].filter(Boolean).join(' ') : className;
    return [...node.childNodes].flatMap((child) => walk(child, own));
  };
  // A parser drops a line break at the very start of nothing but `pre`, which this is not.
  return [...parseInert(markup).childNodes].flatMap((node) => walk(node, ''));
}

/** Colours the code blocks of a text that is read. The language is in `data-language`, where the text says it. */
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
