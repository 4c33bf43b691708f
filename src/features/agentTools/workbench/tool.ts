// A tool for language models: shows the confirmation of a call, and runs the call.
import * as vscode from 'vscode';
import type { AgentToolName } from '../../../agents/run/toolTable.ts';
import { escapeCodiconsAndLinks } from '../../../shell/prompts/escape.ts';
import { displayText } from '../../../std/displayName.ts';
import type { ToolCalls } from '../toolCalls.ts';

export type ModelTool = Required<vscode.LanguageModelTool<unknown>>;

export function createTool(name: AgentToolName, calls: ToolCalls): ModelTool {
  return {
    prepareInvocation: async ({ input }, token) => {
      const confirmation = await withSignal(token, (signal) => calls.prepare(name, input, signal));
      if (confirmation === undefined) return undefined;
      const { title, lines } = confirmation;
      // `appendText` escapes Markdown, so that text of other users shows no link. Line breaks are kept as paragraphs.
      const message = new vscode.MarkdownString().appendText(lines.map((line) => displayText(line)).join('\n'));
      return { confirmationMessages: { title: escapeCodiconsAndLinks(title), message } };
    },
    invoke: async ({ input }, token) => {
      const text = await withSignal(token, (signal) => calls.invoke(name, input, signal));
      return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
    },
  };
}

/** Runs `work` with a signal that is aborted when the token is canceled. */
async function withSignal<T>(token: vscode.CancellationToken, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  if (token.isCancellationRequested) controller.abort();
  const listener = token.onCancellationRequested(() => controller.abort());
  try {
    return await work(controller.signal);
  } finally {
    listener.dispose();
  }
}
