// Reads package.json, typed as far as the architecture tests need it.
import { readManifest } from '../support/manifest.ts';

interface Setting {
  readonly scope?: string;
  readonly description?: string;
  readonly markdownDescription?: string;
  readonly pattern?: string;
  readonly enum?: readonly string[];
}

/** A step of a walkthrough. */
interface Step {
  readonly id: string;
  readonly media: { readonly svg?: string };
  readonly description: string;
  readonly completionEvents: readonly string[];
}

export interface Manifest {
  readonly engines: { readonly vscode: string };
  readonly main: string;
  readonly capabilities: {
    readonly untrustedWorkspaces: {
      readonly supported: boolean | 'limited';
      readonly restrictedConfigurations: readonly string[];
    };
  };
  readonly contributes: {
    readonly commands: readonly {
      readonly command: string;
      readonly title: string;
      readonly shortTitle?: string;
      readonly category?: string;
    }[];
    readonly menus?: Readonly<
      Record<
        string,
        readonly {
          readonly command?: string;
          readonly submenu?: string;
          readonly when?: string;
          readonly group?: string;
        }[]
      >
    >;
    readonly submenus?: readonly { readonly id: string }[];
    readonly keybindings?: readonly {
      readonly command: string;
      readonly key: string;
      readonly mac?: string;
      readonly args?: string;
      readonly when?: string;
    }[];
    readonly viewsContainers?: Readonly<Record<string, readonly { readonly id: string; readonly icon: string }[]>>;
    readonly views?: Readonly<Record<string, readonly { readonly id: string; readonly icon?: string }[]>>;
    readonly viewsWelcome?: readonly { readonly view: string; readonly contents: string; readonly when?: string }[];
    readonly configuration?:
      | { readonly properties: Readonly<Record<string, Setting>> }
      | readonly { readonly properties: Readonly<Record<string, Setting>> }[];
    readonly icons?: Readonly<Record<string, { readonly description: string }>>;
    readonly chatSkills: readonly { readonly path: string; readonly when?: string }[];
    readonly languageModelTools: readonly {
      readonly name: string;
      readonly toolReferenceName: string;
      readonly canBeReferencedInPrompt: boolean;
      readonly displayName: string;
      readonly userDescription: string;
      readonly when?: string;
    }[];
    readonly walkthroughs?: readonly { readonly id: string; readonly when?: string; readonly steps: readonly Step[] }[];
  };
}

/** The content of package.json with the texts of package.nls.json. */
export const manifest = readManifest() as Manifest;
