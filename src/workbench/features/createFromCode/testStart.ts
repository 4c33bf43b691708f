// Reads what the Test Results view passes to a command: the test, and its failure message.
import * as vscode from 'vscode';
import { type FailedTest, fromTest } from '../../../codeLinks/suggestion.ts';
import { type CodeStart, linesAt } from './starts.ts';

/** Reads a test, or one message of it. Resolves with undefined for anything else. */
export async function testStart(given: unknown): Promise<CodeStart | undefined> {
  const { test, message } = partsOf(given);
  const item = isTest(test) ? test : isTest(given) ? given : undefined;
  if (item === undefined) return undefined;
  const failed = failedTest(item, isMessage(message) ? message : undefined);
  return {
    suggestion: fromTest(failed),
    at: await placeOf(item, isMessage(message) ? message.location : undefined),
    origin: undefined,
  };
}

function failedTest(item: vscode.TestItem, message: vscode.TestMessage | undefined): FailedTest {
  const path = [item.label];
  for (let { parent } = item; parent !== undefined; { parent } = parent) path.unshift(parent.label);
  const content = message?.message;
  return {
    path,
    message: typeof content === 'string' ? content : content?.value,
    expected: message?.expectedOutput,
    actual: message?.actualOutput,
  };
}

/** The place of the failure, else the start of the test. */
async function placeOf(
  { uri, range }: vscode.TestItem,
  location: vscode.Location | undefined,
): Promise<CodeStart['at']> {
  const file = location?.uri ?? uri;
  const first = location?.range.start.line ?? range?.start.line;
  if (file === undefined || first === undefined) return undefined;
  const document = await Promise.resolve(vscode.workspace.openTextDocument(file)).catch(() => undefined);
  return document === undefined ? undefined : linesAt(document, first, location?.range.end.line ?? first);
}

function isTest(given: unknown): given is vscode.TestItem {
  const { id, label, children } = partsOf(given);
  return typeof id === 'string' && typeof label === 'string' && children !== undefined;
}

function isMessage(given: unknown): given is vscode.TestMessage {
  const { message } = partsOf(given);
  return typeof message === 'string' || typeof partsOf(message)['value'] === 'string';
}

function partsOf(given: unknown): Readonly<Record<string, unknown>> {
  return typeof given === 'object' && given !== null ? (given as Readonly<Record<string, unknown>>) : {};
}
