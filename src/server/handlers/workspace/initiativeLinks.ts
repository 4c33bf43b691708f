// Owns the answers about what an initiative gathers: labels, projects and epics.

import { associate, associatedIds, dissociate } from '../../database/associations.ts';
import { mapListQuery } from '../../database/store.ts';
import type { Handlers } from '../../handler.ts';
import { withCounts } from '../projects.ts';
import { initiativeIn } from './initiatives.ts';

export const listLabelsOfInitiative: Handlers['listLabelsOfInitiative'] = ({ store, workspace, params }) =>
  associatedIds(store, initiativeIn(store, workspace, params.initiative_id).id, 'initiativeLabel');

export const addLabelsToInitiative: Handlers['addLabelsToInitiative'] = ({ store, workspace, params, body }) =>
  associate(store, initiativeIn(store, workspace, params.initiative_id).id, 'initiativeLabel', 'label_ids', body.label_ids);

export const removeLabelsFromInitiative: Handlers['removeLabelsFromInitiative'] = ({ store, workspace, params, body }) => {
  dissociate(store, initiativeIn(store, workspace, params.initiative_id).id, body.label_ids);
};

export const listProjectsOfInitiative: Handlers['listProjectsOfInitiative'] = ({ store, workspace, params }) =>
  mapListQuery(associatedIds(store, initiativeIn(store, workspace, params.initiative_id).id, 'project'), (project) =>
    withCounts(store, workspace, project),
  );

export const addProjectsToInitiative: Handlers['addProjectsToInitiative'] = ({ store, workspace, params, body }) =>
  associate(store, initiativeIn(store, workspace, params.initiative_id).id, 'project', 'project_ids', body.project_ids).map((project) =>
    withCounts(store, workspace, project),
  );

export const removeProjectsFromInitiative: Handlers['removeProjectsFromInitiative'] = ({ store, workspace, params, body }) => {
  dissociate(store, initiativeIn(store, workspace, params.initiative_id).id, body.project_ids);
};

export const listEpicsOfInitiative: Handlers['listEpicsOfInitiative'] = ({ store, workspace, params }) =>
  associatedIds(store, initiativeIn(store, workspace, params.initiative_id).id, 'epic');

export const addEpicsToInitiative: Handlers['addEpicsToInitiative'] = ({ store, workspace, params, body }) =>
  associate(store, initiativeIn(store, workspace, params.initiative_id).id, 'epic', 'epic_ids', body.epic_ids);

export const removeEpicsFromInitiative: Handlers['removeEpicsFromInitiative'] = ({ store, workspace, params, body }) => {
  dissociate(store, initiativeIn(store, workspace, params.initiative_id).id, body.epic_ids);
};
