// A test extension that calls the tools of Contrail, as the agent of VS Code does.
import * as vscode from 'vscode';

export function activate({ subscriptions }: vscode.ExtensionContext): void {
  const registerToolCommand = (command: string, name: string, input: object): void => {
    const run = async (): Promise<void> => showResult(await call(name, input));
    subscriptions.push(vscode.commands.registerCommand(command, run));
  };
  registerToolCommand('otherExtensions.change', 'contrail_updateWorkItem', {
    id: 'API-12',
    state: 'Done',
    priority: 'urgent',
  });
  registerToolCommand('otherExtensions.comment', 'contrail_commentOnWorkItem', {
    id: 'API-12',
    text: 'A [link](command:contrail.signOut) and\n\n*more words*.',
    visibility: 'EXTERNAL',
  });
}

/** Resolves with the text of the result, or with the name of the error. */
async function call(name: string, input: object): Promise<string> {
  try {
    const { content } = await vscode.lm.invokeTool(name, { toolInvocationToken: undefined, input });
    return content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('\n');
  } catch (error) {
    return error instanceof Error ? error.name : String(error);
  }
}

async function showResult(text: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ content: text, language: 'plaintext' });
  await vscode.window.showTextDocument(document);
}
