// A test extension with a language model that follows a script, so that VS Code's own agent works without an account.
import * as vscode from 'vscode';

declare module 'vscode' {
  // VS Code has this function since 1.104; the types are those of the oldest version that Contrail supports.
  // biome-ignore lint/style/noNamespace: the types of VS Code are namespaces.
  namespace lm {
    function registerLanguageModelChatProvider(vendor: string, provider: ScriptedProvider): Disposable;
  }
}

interface ScriptedProvider {
  provideLanguageModelChatInformation(): readonly object[];
  provideLanguageModelChatResponse(
    model: unknown,
    messages: readonly vscode.LanguageModelChatMessage[],
    options: { readonly tools?: readonly unknown[] },
    progress: vscode.Progress<vscode.LanguageModelTextPart | vscode.LanguageModelToolCallPart>,
  ): Promise<void>;
  provideTokenCount(): Promise<number>;
}

interface ToolCall {
  readonly tool: string;
  readonly input: object;
}

const updateCall = (input: object): ToolCall => ({
  tool: 'contrail_updateWorkItem',
  input: { id: 'API-12', ...input },
});

/**
 * For each request of the agent: the text that a tool must have returned before the request, and the model's response.
 */
const SCRIPT: readonly (readonly [result: string, answer: ToolCall | string])[] = [
  ['', { tool: 'contrail_getWorkItem', input: { id: 'API-12' } }],
  ['Health check that also asks the queue', updateCall({ state: 'Done', priority: 'urgent' })],
  ['state: changed. priority: changed.', 'API-12 is done now, with the priority Urgent.'],
  // Contrail, not VS Code, asks for confirmation of the sixth change within a minute.
  ['', updateCall({ dueDate: '2030-01-01' })],
  ['target date: changed.', updateCall({ startDate: '2029-01-01' })],
  ['start date: changed.', updateCall({ dueDate: '2030-01-02' })],
  ['Due date: 2030-01-02', updateCall({ name: 'Health check' })],
  ['name: changed.', updateCall({ priority: 'low' })],
  ['Done. priority: changed.', 'API-12 has the priority Low now.'],
];

/** Returns the texts that tools have returned. */
function toolResultsIn(messages: readonly vscode.LanguageModelChatMessage[]): string {
  return messages
    .flatMap(({ content }) => content)
    .flatMap((part) => (part instanceof vscode.LanguageModelToolResultPart ? part.content : []))
    .map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : ''))
    .join('\n');
}

export async function activate({ subscriptions }: vscode.ExtensionContext): Promise<void> {
  let next = 0;
  subscriptions.push(
    vscode.lm.registerLanguageModelChatProvider('scripted', {
      provideLanguageModelChatInformation: () => [
        {
          id: 'script',
          name: 'Scripted Model',
          family: 'scripted',
          version: '1',
          maxInputTokens: 200_000,
          maxOutputTokens: 8_000,
          capabilities: { toolCalling: true },
        },
      ],
      provideLanguageModelChatResponse: async (_, messages, { tools = [] }, progress) => {
        // Requests without tools are not from the agent: VS Code sends them, for example to get a title for the chat.
        if (tools.length === 0) return;
        const [expected, scripted] = SCRIPT[next] ?? ['', 'The script has ended.'];
        next += 1;
        const results = toolResultsIn(messages);
        const answer = results.includes(expected) ? scripted : `No tool has returned “${expected}”, but: ${results}`;
        progress.report(
          typeof answer === 'string'
            ? new vscode.LanguageModelTextPart(answer)
            : new vscode.LanguageModelToolCallPart(`call-${next}`, answer.tool, answer.input),
        );
      },
      provideTokenCount: async () => 1,
    }),
    // VS Code disables the extension of its agent until the chat is set up. After that, the scripted model can be
    // selected.
    vscode.commands.registerCommand('otherExtensions.prepareAgent', async () => {
      await vscode.commands.executeCommand('workbench.extensions.installExtension', 'GitHub.copilot-chat', {
        enable: true,
      });
      while ((await vscode.lm.selectChatModels({ vendor: 'scripted' })).length === 0)
        await new Promise((resolve) => setTimeout(resolve, 250));
      await vscode.window.showInformationMessage('The agent is ready.');
    }),
  );
}
