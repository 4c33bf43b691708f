// Owns what comes of a folder's binding: its project is selected in the Projects view, and another workspace than the one signed in to is said once.
import * as vscode from 'vscode';
import { isBound, namesAnother } from '../session/folderBinding.ts';
import type { Session, Sessions } from '../session/session.ts';
import { type Disposable, Disposables } from '../std/disposable.ts';
import type { Journal } from '../std/journal.ts';
import { atTheEdge } from './edge.ts';
import { folderBinding } from './settings.ts';
import type { SignIn } from './signIn/signIn.ts';
import type { Trees } from './tree/view.ts';
import type { Views } from './tree/views.ts';

export interface BindingGround {
  readonly sessions: Sessions;
  readonly signIn: SignIn;
  readonly views: Views;
  readonly trees: Trees;
  readonly journal: Journal;
  /** Of this folder, on this machine. */
  readonly memory: vscode.Memento;
}

const SAID = 'workspace of the folder, said';
const SETTINGS = ['contrail.workspace', 'contrail.project'];

export function followBinding(ground: BindingGround): Disposable {
  const { sessions, trees, journal } = ground;
  const held = new Disposables();
  let selected: Session | undefined;
  const follow = (): void => {
    const session = sessions.current;
    if (session === undefined) return;
    void atTheEdge(journal, 'following the folder’s settings', async () => {
      if (selected !== session && (await selectProject(ground, session))) selected = session;
      await sayOther(ground, session);
    });
  };
  held.add(sessions.onDidChange(follow));
  held.add(trees.projects.onDidChangeVisibility(follow));
  held.add(vscode.workspace.onDidGrantWorkspaceTrust(follow));
  held.add(
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (!SETTINGS.some((one) => change.affectsConfiguration(one))) return;
      selected = undefined;
      follow();
    }),
  );
  follow();
  return held;
}

/** False when it could not be: nothing is bound, the view is not shown, something else is selected, or the project is on a page that has not been read. */
async function selectProject({ sessions, views, trees }: BindingGround, session: Session): Promise<boolean> {
  const isFree = (): boolean => trees.projects.visible && trees.projects.selection.length === 0 && sessions.current === session;
  if (folderBinding().project === undefined || !isFree()) return false;
  for (const node of await views.rows.projects.getChildren()) {
    const project = node.kind === 'project' ? session.store.project(node.project) : undefined;
    if (project !== undefined && isBound(folderBinding(), session.workspace, project) && isFree()) {
      return views.reveal({ kind: 'project', within: '', id: project.id });
    }
  }
  return false;
}

/** A notice that waits for nobody. The server is never the folder's to say: what is shown first is the one that she is signed in to. */
async function sayOther({ memory, signIn }: BindingGround, session: Session): Promise<void> {
  const binding = folderBinding();
  const { workspace } = binding;
  if (workspace === undefined || !namesAnother(binding, session.workspace)) return;
  const said = `${session.account} ${workspace}`;
  if (memory.get(SAID) === said) return;
  await memory.update(SAID, said);
  const remote = session.profile.service === 'remote';
  const here = remote ? `to “${session.workspace}”` : 'to the local workspace';
  const accept = `Sign In to “${workspace}”…`;
  const message = `The settings of this folder name the workspace “${workspace}”. You are signed in ${here}.`;
  if ((await vscode.window.showInformationMessage(message, accept)) !== accept) return;
  await signIn.runAt({ baseUrl: remote ? session.baseUrl : undefined, workspace });
}
