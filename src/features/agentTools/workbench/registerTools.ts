// Registers the tools for language models at activation. The first call loads their code.
import * as vscode from 'vscode';
import { areToolsEnabled } from '../../../shell/agentSettings.ts';
import { TOOLS } from '../../../shell/commands/contributions.ts';
import { escapeCodiconsAndLinks } from '../../../shell/prompts/escape.ts';
import { displayText } from '../../../std/displayName.ts';
import type { ToolCalls } from '../toolCalls.ts';

type LoadToolCalls = () => Promise<{ readonly toolCalls: ToolCalls }>;

/** Registers the tools while the setting `contrail.agents.enabled` is on. */
export function registerTools(load: LoadToolCalls): vscode.Disposable {
  let toolRegistration: vscode.Disposable | undefined;
  const updateRegistration = (): void => {
    const isEnabled = areToolsEnabled();
    if (isEnabled === (toolRegistration !== undefined)) return;
    toolRegistration?.dispose();
    toolRegistration = isEnabled
      ? vscode.Disposable.from(
          ...Object.values(TOOLS).map((name) => vscode.lm.registerTool(name, createTool(name, load))),
        )
      : undefined;
  };
  updateRegistration();
  const listener = vscode.workspace.onDidChangeConfiguration((change) => {
    if (change.affectsConfiguration('contrail.agents')) updateRegistration();
  });
  return new vscode.Disposable(() => {
    listener.dispose();
    toolRegistration?.dispose();
  });
}

function createTool(name: (typeof TOOLS)[keyof typeof TOOLS], load: LoadToolCalls): vscode.LanguageModelTool<unknown> {
  return {
    prepareInvocation: async ({ input }, token) => {
      const { toolCalls } = await load();
      const confirmation = await withSignal(token, (signal) => toolCalls.prepare(name, input, signal));
      if (confirmation === undefined) return undefined;
      const { title, lines } = confirmation;
      // `appendText` escapes Markdown, so that text of other users shows no link. Line breaks are kept as paragraphs.
      const message = new vscode.MarkdownString().appendText(lines.map((line) => displayText(line)).join('\n'));
      return { confirmationMessages: { title: escapeCodiconsAndLinks(title), message } };
    },
    invoke: async ({ input }, token) => {
      const { toolCalls } = await load();
      const text = await withSignal(token, (signal) => toolCalls.invoke(name, input, signal));
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
