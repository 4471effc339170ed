import type { TestApp } from './app.ts';
import { makeForm, makeQueuedForm } from './form-states.ts';
import { notFound, type ParityCase } from './parity-case.ts';

const queued = { Prefer: 'wait=0' };

const wrong = {
  forms: 21,
  length: 0,
  quotas: [{ min: 3, max: 2 }, { topic_focus: 'Planets' }],
  objective: { kind: 'information' },
};

export const formParityCases: Record<string, ParityCase[]> = {
  assembleForms: [
    {
      does: 'queues forms',
      body: {
        name: 'Parity',
        forms: 2,
        length: 3,
        criteria: { category: ['Science'], topic_focus: ['Planets'] },
        quotas: [{ difficulty: 1, topic_focus: 'Planets', min: 1, max: 2 }],
        max_per_topic: 2,
        avoid_duplicates: true,
        overlap: 1,
        objective: 'least_exposure',
        seed: 'parity',
      },
      headers: async () => queued,
      variables: {
        input: {
          name: 'Parity',
          forms: 2,
          length: 3,
          criteria: { category: ['SCIENCE'], topicFocus: ['Planets'] },
          quotas: [{ difficulty: 'INTERMEDIATE', topicFocus: 'Planets', min: 1, max: 2 }],
          maxPerTopic: 2,
          avoidDuplicates: true,
          overlap: 1,
          objective: { kind: 'LEAST_EXPOSURE' },
          seed: 'parity',
        },
        wait: 0,
      },
      // A thread may be free at once.
      varies: ['id', 'created_at', 'status'],
    },
    {
      does: 'refuses what contradicts itself',
      body: wrong,
      variables: {
        input: {
          ...wrong,
          quotas: [{ min: 3, max: 2 }, { topicFocus: 'Planets' }],
          objective: { kind: 'INFORMATION' },
        },
      },
      code: 'BAD_USER_INPUT',
    },
  ],
  listForms: [
    {
      does: 'lists them',
      given: async (service: TestApp) => {
        await makeForm(service);
        return '';
      },
      query: '?limit=1',
      variables: { first: 1 },
    },
  ],
  getForm: [
    { does: 'shows one', given: (service) => makeForm(service), variables: {} },
    {
      does: 'shows one with its key',
      given: (service) => makeForm(service),
      query: '?key=true&format=json',
      variables: { key: true, format: 'JSON' },
    },
    {
      does: 'refuses a file without the key that it has',
      given: (service) => makeForm(service),
      query: '?key=false&format=gift',
      variables: { key: false, format: 'GIFT' },
      code: 'BAD_REQUEST',
    },
    {
      does: 'refuses a file of what is not assembled',
      given: makeQueuedForm,
      query: '?format=md',
      variables: { format: 'MD' },
      code: 'CONFLICT',
    },
    notFound(),
  ],
};
