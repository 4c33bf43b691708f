// Suggests a work item for a failed test, which the Test Results view passes to a command.
import type * as vscode from 'vscode';
import { type FailedTest, suggestFromTest } from '../../../core/code/suggestion.ts';
import { type CodeLines, cutLines, type NewItemFromCode, type SourceText } from './newItemFromCode.ts';

/** Resolves with the file, or with undefined if it cannot be read. */
type OpenText<Text> = (uri: vscode.Uri) => Promise<Text | undefined>;

/**
 * Resolves with the suggested work item for `target`, which is a failed test or a message of a test. Resolves with
 * undefined for all other values.
 */
export async function newItemFromTest<Text extends SourceText>(
  target: unknown,
  openText: OpenText<Text>,
): Promise<NewItemFromCode<Text> | undefined> {
  const { test, message } = propertiesOf(target);
  const testItem = isTest(test) ? test : isTest(target) ? target : undefined;
  if (testItem === undefined) return undefined;
  const failure = failedTest(testItem, isMessage(message) ? message : undefined);
  return {
    suggestion: suggestFromTest(failure),
    at: await failedTestLines(openText, testItem, isMessage(message) ? message.location : undefined),
    todoLocation: undefined,
    cause: { kind: 'test', parts: failure.path },
  };
}

function failedTest(testItem: vscode.TestItem, message: vscode.TestMessage | undefined): FailedTest {
  const path = [testItem.label];
  for (let { parent } = testItem; parent !== undefined; { parent } = parent) path.unshift(parent.label);
  const content = message?.message;
  return {
    path,
    message: typeof content === 'string' ? content : content?.value,
    expected: message?.expectedOutput,
    actual: message?.actualOutput,
  };
}

/** Resolves with the lines of the failure, or else the start of the test. */
async function failedTestLines<Text extends SourceText>(
  openText: OpenText<Text>,
  { uri, range }: vscode.TestItem,
  location: vscode.Location | undefined,
): Promise<CodeLines<Text> | undefined> {
  const file = location?.uri ?? uri;
  const first = location?.range.start.line ?? range?.start.line;
  if (file === undefined || first === undefined) return undefined;
  const document = await openText(file);
  return document === undefined ? undefined : cutLines(document, first, location?.range.end.line ?? first);
}

function isTest(target: unknown): target is vscode.TestItem {
  const { id, label, children } = propertiesOf(target);
  return typeof id === 'string' && typeof label === 'string' && children !== undefined;
}

function isMessage(target: unknown): target is vscode.TestMessage {
  const { message } = propertiesOf(target);
  return typeof message === 'string' || typeof propertiesOf(message)['value'] === 'string';
}

function propertiesOf(target: unknown): Readonly<Record<string, unknown>> {
  return typeof target === 'object' && target !== null ? (target as Readonly<Record<string, unknown>>) : {};
}
