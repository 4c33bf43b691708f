// Sets up tests of the commands for relations and links: a session, prompts, and the changes that can be undone.

import type { RelationType } from '../../../../src/contract/resources/relation.ts';
import { Store } from '../../../../src/core/cache/store/store.ts';
import type { AddLinkDeps } from '../../../../src/features/links/addLink.ts';
import { addRelationTo } from '../../../../src/features/relations/addRelation.ts';
import { readRelations } from '../../../../src/features/relations/relatedItems.ts';
import type { Dialect } from '../../../../src/server/http/dialect.ts';
import { createRecentItems } from '../../../../src/shell/itemPicker/rememberedItems.ts';
import { type ChosenItem, WorkItemPicker } from '../../../../src/shell/itemPicker/workItemPicker.ts';
import { silentLogger } from '../../../../src/std/logger.ts';
import { memento } from '../../support/signedInWindow.ts';
import { QuickEditSetup, webItem } from '../quickEdit/setup.ts';

export class LinkedItemsSetup implements AsyncDisposable {
  readonly quickEditSetup: QuickEditSetup;
  readonly deps: AddLinkDeps;

  private constructor(quickEditSetup: QuickEditSetup) {
    this.quickEditSetup = quickEditSetup;
    const { prompts, sessions, clock, quickEdits } = quickEditSetup;
    const items = new WorkItemPicker(sessions, createRecentItems(memento()), prompts, clock);
    const deps = { prompts, logger: silentLogger, items, quickEdits };
    this.deps = { ...deps, addRelationTo: (...relation) => addRelationTo(deps, ...relation) };
  }

  /** Opens a session, and resolves when the work items of the project WEB are loaded. */
  static async open(dialect?: Dialect): Promise<LinkedItemsSetup> {
    const setup = new LinkedItemsSetup(await QuickEditSetup.open(dialect));
    const { store } = setup.quickEditSetup.session;
    await store.resources.projects.list().read();
    await store.list({ of: 'items', owner: webItem(27).project }).read();
    return setup;
  }

  get prompts(): QuickEditSetup['prompts'] {
    return this.quickEditSetup.prompts;
  }

  /** The work item of the project WEB with this number. */
  chosenItem(number: number): ChosenItem {
    return { session: this.quickEditSetup.session, address: webItem(number) };
  }

  undo(): Promise<void> {
    return this.quickEditSetup.quickEdits.undo(this.quickEditSetup.session);
  }

  /** The store of another window. */
  otherStore(): Store {
    return new Store(this.quickEditSetup.session.client, this.quickEditSetup.clock);
  }

  /** Adds a relation between two work items of the project WEB in another window. */
  async relate(number: number, type: RelationType, other: number): Promise<void> {
    await this.otherStore().relations.add(webItem(number), type, [webItem(other)]);
  }

  /** Reads the relations of a work item from the server, for example `blocking 26`. */
  async relations(number: number): Promise<string[]> {
    const itemNumbers = Array.from({ length: 28 }, (_, index) => index + 1);
    const relations = await readRelations(this.otherStore(), webItem(number));
    return relations
      .map(({ type, other }) => `${type} ${itemNumbers.find((candidate) => webItem(candidate).id === other.id)}`)
      .sort();
  }

  /** Reads the links of a work item from the server, as URL and title. */
  async links(number: number): Promise<readonly (readonly [url: string, title: string])[]> {
    const { project, id } = webItem(number);
    const { results } = await this.quickEditSetup.session.client.call.listLinks({
      project_id: project,
      work_item_id: id,
      query: {},
    });
    return results.map(({ url, title }) => [url, title ?? ''] as const);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.quickEditSetup[Symbol.asyncDispose]();
  }
}
