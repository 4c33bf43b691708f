// Parses a when clause as https://code.visualstudio.com/api/references/when-clause-contexts describes it. VS Code drops a
// clause with a mistake without a message, and what the clause hides is then shown everywhere.

export type WhenClause =
  | { readonly type: 'and' | 'or'; readonly parts: readonly WhenClause[] }
  | { readonly type: 'not'; readonly part: WhenClause }
  | { readonly type: 'constant'; readonly value: boolean }
  | Term;

/** A context key, alone or compared with a value. The value is a RegExp after `=~`, and a key after `in` and `not in`. */
export interface Term {
  readonly type: 'term';
  readonly key: string;
  readonly operator?: string;
  readonly value?: string | RegExp;
}

interface Token {
  readonly type: 'operator' | 'string' | 'regex' | 'word';
  readonly text: string;
}

const TOKEN =
  /\s*(?:(?<operator>&&|\|\||[=!]=|=~|[<>]=?|[!()])|'(?<string>[^']*)'|(?<regex>\/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/[\\])+\/[a-z]*)|(?<word>[^\s()=!&|~<>'/][^\s()=!&|~<>']*))\s*/y;
const COMPARISONS = ['==', '!=', '<', '<=', '>', '>='];
/** The flags that VS Code keeps: it removes `g` and `y`. */
const REGEX = /^\/(?<source>.+)\/(?<flags>[imsu]*)$/;

/** @throws if the clause has a mistake */
export function parseWhenClause(text: string): WhenClause {
  const tokens = tokensOf(text);
  let position = 0;
  const fail = (expected: string): never => {
    throw new Error(`Expected ${expected} instead of ${tokens[position]?.text ?? 'the end'} in: ${text}`);
  };
  const next = (): Token => tokens[position++] ?? fail('a value');
  const take = (...operators: readonly string[]): string | undefined => {
    const { type, text: operator = '' } = tokens[position] ?? {};
    if (type !== 'operator' || !operators.includes(operator)) return undefined;
    position += 1;
    return operator;
  };
  const takeWord = (word: string): boolean => {
    const found = tokens[position]?.type === 'word' && tokens[position]?.text === word;
    if (found) position += 1;
    return found;
  };
  const list = (type: 'and' | 'or', operator: string, part: () => WhenClause): WhenClause => {
    const first = part();
    const parts = [first];
    while (take(operator) !== undefined) parts.push(part());
    return parts.length === 1 ? first : { type, parts };
  };
  const group = (): WhenClause => {
    const inner = any();
    return take(')') === undefined ? fail(')') : inner;
  };
  const key = (): string => (tokens[position]?.type === 'word' ? next().text : fail('a context key'));
  const valueOf = (): string => {
    const { type, text: value } = next();
    if (type === 'string' || type === 'word') return value;
    position -= 1;
    return fail('a value');
  };
  const term = (): WhenClause => {
    if (takeWord('true')) return { type: 'constant', value: true };
    if (takeWord('false')) return { type: 'constant', value: false };
    const name = key();
    if (take('=~') !== undefined) return { type: 'term', key: name, operator: '=~', value: regexOf(next()) };
    const operator = takeWord('not') ? `not ${takeWord('in') ? 'in' : fail('in')}` : takeWord('in') ? 'in' : undefined;
    if (operator !== undefined) return { type: 'term', key: name, operator, value: key() };
    const comparison = take(...COMPARISONS);
    if (comparison === undefined) return { type: 'term', key: name };
    const value = valueOf();
    // Without a number, the comparison is always false.
    if (/[<>]/.test(comparison) && Number.isNaN(Number.parseFloat(value))) fail('a number before this');
    return { type: 'term', key: name, operator: comparison, value };
  };
  const factor = (): WhenClause => {
    // `!` negates only a key or parentheses: `!key == value` is a mistake.
    if (take('!') !== undefined) {
      return { type: 'not', part: take('(') === undefined ? { type: 'term', key: key() } : group() };
    }
    return take('(') === undefined ? term() : group();
  };
  const any = (): WhenClause => list('or', '||', () => list('and', '&&', factor));
  const clause = any();
  return position === tokens.length ? clause : fail('&& or ||');
}

/** Returns the terms of a clause, with the keys that follow `in` and `not in`. */
export function termsOf(clause: WhenClause): readonly Term[] {
  if (clause.type === 'constant') return [];
  if (clause.type === 'not') return termsOf(clause.part);
  if (clause.type !== 'term') return clause.parts.flatMap(termsOf);
  const listKey =
    clause.operator?.endsWith('in') === true ? [{ type: 'term', key: String(clause.value) } as const] : [];
  return [clause, ...listKey];
}

/** Whether the clause is true only if a term is that meets the condition. */
export function requires(clause: WhenClause, condition: (term: Term) => boolean): boolean {
  if (clause.type === 'constant') return !clause.value;
  if (clause.type === 'term') return condition(clause);
  if (clause.type === 'not') return false;
  const partRequires = (part: WhenClause): boolean => requires(part, condition);
  return clause.type === 'and' ? clause.parts.some(partRequires) : clause.parts.every(partRequires);
}

/** Whether a clause without `<`, `>` and `in` is true for these values of context keys. */
export function isTrue(clause: WhenClause, context: Readonly<Record<string, unknown>>): boolean {
  if (clause.type === 'constant') return clause.value;
  if (clause.type === 'term') return isTermTrue(clause, context[clause.key]);
  const isPartTrue = (part: WhenClause): boolean => isTrue(part, context);
  if (clause.type === 'not') return !isPartTrue(clause.part);
  return clause.type === 'and' ? clause.parts.every(isPartTrue) : clause.parts.some(isPartTrue);
}

function isTermTrue({ operator, value }: Term, current: unknown): boolean {
  if (operator === undefined) return Boolean(current);
  if (value instanceof RegExp) return typeof current === 'string' && value.test(current);
  if (operator !== '==' && operator !== '!=') throw new Error(`Cannot evaluate the operator ${operator}`);
  return (String(current) === value) === (operator === '==');
}

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  const pattern = new RegExp(TOKEN);
  while (pattern.lastIndex < text.length) {
    const start = pattern.lastIndex;
    const groups = pattern.exec(text)?.groups;
    if (groups === undefined) throw new Error(`Unknown operator at ${text.slice(start)} in: ${text}`);
    for (const type of ['operator', 'string', 'regex', 'word'] as const) {
      const part = groups[type];
      if (part !== undefined) tokens.push({ type, text: part });
    }
  }
  return tokens;
}

function regexOf({ type, text }: Token): RegExp {
  const { source, flags } = (type === 'regex' ? REGEX.exec(text)?.groups : undefined) ?? {};
  if (source === undefined) throw new Error(`Expected a regular expression with the flags i, m, s or u: ${text}`);
  return new RegExp(source, flags);
}
