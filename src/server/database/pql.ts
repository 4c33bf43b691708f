// Translates a query in Plane's query language (PQL) into SQL.
import type { SQLInputValue } from 'node:sqlite';
import { STATUS } from '../../contract/status.ts';
import { HttpError } from '../http/httpError.ts';
import type { RecordFilter } from './database.ts';
import { relatedField } from './orders.ts';

/** The SQL expression of each field that has one value. */
const FIELD_EXPRESSIONS: ReadonlyMap<string, string> = new Map([
  ['priority', "body ->> '$.priority'"],
  ['stateGroup', relatedField('state', 'group', 'state')],
  ['state', "body ->> '$.state'"],
  ['type', "body ->> '$.type'"],
  ['module', "body ->> '$.module'"],
  ['createdBy', "body ->> '$.created_by'"],
  ['title', "body ->> '$.name'"],
  ['startDate', "body ->> '$.start_date'"],
  ['dueDate', "body ->> '$.target_date'"],
  ['createdAt', 'created_at'],
  ['updatedAt', 'updated_at'],
]);
/** The JSON path of each field that has a list of values. */
const LIST_PATHS: ReadonlyMap<string, string> = new Map([
  ['assignee', '$.assignees'],
  ['label', '$.labels'],
]);
const STATE_FUNCTIONS: ReadonlyMap<string, readonly string[]> = new Map([
  ['openStates', ['backlog', 'unstarted', 'started']],
  ['closedStates', ['completed', 'cancelled']],
  ['activeStates', ['unstarted', 'started']],
]);
const MAX_CONDITIONS = 5;
const TOKEN_PATTERN = /\s*(?:("[^"]*"|'[^']*')|([A-Za-z]+)|(<=|>=|!=|[=<>~(),]))/y;

/**
 * Returns the condition of a query for work items. Supports comparisons, `IN`, `IS NULL`, `NOT`, `AND`, `OR`,
 * parentheses, `currentUser()` and the functions of state groups. Source: makeplane/plane-mcp-server 61bb4fd,
 * plane_mcp/pql_reference.py; the body of the 400 is from its tests/toolkit/test_paging.py.
 *
 * @throws HttpError 400 for any other query.
 */
export function pqlFilter(query: string, user: string): RecordFilter {
  const parser = new PqlParser(tokensOf(query), user);
  const condition = parser.parse();
  return { condition, values: parser.values };
}

function invalidQuery(): HttpError {
  return new HttpError(STATUS.badRequest, { pql: 'Invalid PQL query.' });
}

function tokensOf(query: string): string[] {
  const text = query.trimEnd();
  const tokens: string[] = [];
  TOKEN_PATTERN.lastIndex = 0;
  while (TOKEN_PATTERN.lastIndex < text.length) {
    const [token] = TOKEN_PATTERN.exec(text) ?? [];
    if (token === undefined) throw invalidQuery();
    tokens.push(token.trim());
  }
  return tokens;
}

class PqlParser {
  readonly values: SQLInputValue[] = [];
  readonly #tokens: string[];
  readonly #user: string;
  #conditionCount = 0;

  constructor(tokens: string[], user: string) {
    this.#tokens = tokens;
    this.#user = user;
  }

  parse(): string {
    const condition = this.#alternatives();
    if (this.#tokens.length > 0) throw invalidQuery();
    return condition;
  }

  #alternatives(): string {
    let condition = this.#conjunction();
    while (this.#accept('OR')) condition = `(${condition} OR ${this.#conjunction()})`;
    return condition;
  }

  #conjunction(): string {
    let condition = this.#negation();
    while (this.#accept('AND')) condition = `(${condition} AND ${this.#negation()})`;
    return condition;
  }

  #negation(): string {
    if (this.#accept('NOT')) return `NOT ${this.#negation()}`;
    if (!this.#accept('(')) return this.#condition();
    const condition = this.#alternatives();
    this.#expect(')');
    return condition;
  }

  #condition(): string {
    this.#conditionCount += 1;
    const field = this.#tokens.shift() ?? '';
    if (this.#conditionCount > MAX_CONDITIONS || !(FIELD_EXPRESSIONS.has(field) || LIST_PATHS.has(field)))
      throw invalidQuery();
    if (this.#accept('IS')) {
      const isNegated = this.#accept('NOT');
      if (!this.#accept('NULL')) this.#expect('EMPTY');
      const list = LIST_PATHS.get(field);
      const isEmptySql =
        list === undefined ? `${FIELD_EXPRESSIONS.get(field)} IS NULL` : `json_array_length(body, '${list}') = 0`;
      return isNegated ? `NOT (${isEmptySql})` : `(${isEmptySql})`;
    }
    if (this.#accept('NOT')) {
      this.#expect('IN');
      return `NOT ${this.#oneOfSql(field, this.#list())}`;
    }
    if (this.#accept('IN')) return this.#oneOfSql(field, this.#list());
    const operator = this.#tokens.shift() ?? '';
    const value = this.#value();
    if (operator === '=') return this.#oneOfSql(field, [value]);
    if (operator === '!=') return `NOT ${this.#oneOfSql(field, [value])}`;
    const expression = FIELD_EXPRESSIONS.get(field);
    if (expression === undefined || !/^(?:[<>]=?|~)$/.test(operator)) throw invalidQuery();
    this.values.push(operator === '~' ? value.toLocaleLowerCase('en') : value);
    return operator === '~' ? `instr(folded(${expression}), ?) > 0` : `coalesce(${expression} ${operator} ?, FALSE)`;
  }

  #oneOfSql(field: string, values: readonly string[]): string {
    this.values.push(JSON.stringify(values));
    const inListSql = 'IN (SELECT value FROM json_each(?))';
    const list = LIST_PATHS.get(field);
    return list === undefined
      ? `coalesce(${FIELD_EXPRESSIONS.get(field)} ${inListSql}, FALSE)`
      : `EXISTS (SELECT 1 FROM json_each(body, '${list}') entry WHERE entry.value ${inListSql})`;
  }

  #list(): readonly string[] {
    const groups = STATE_FUNCTIONS.get(this.#tokens[0] ?? '');
    if (groups !== undefined) {
      this.#tokens.shift();
      this.#expect('(');
      this.#expect(')');
      return groups;
    }
    this.#expect('(');
    const values = [this.#value()];
    while (this.#accept(',')) values.push(this.#value());
    this.#expect(')');
    return values;
  }

  #value(): string {
    if (this.#accept('currentUser')) {
      this.#expect('(');
      this.#expect(')');
      return this.#user;
    }
    const token = this.#tokens.shift() ?? '';
    if (!/^["']/.test(token)) throw invalidQuery();
    return token.slice(1, -1);
  }

  /** Consumes the next token if it equals `token`, ignoring case, and returns whether it does. */
  #accept(token: string): boolean {
    const isNext = this.#tokens[0]?.toUpperCase() === token.toUpperCase();
    if (isNext) this.#tokens.shift();
    return isNext;
  }

  #expect(token: string): void {
    if (!this.#accept(token)) throw invalidQuery();
  }
}
