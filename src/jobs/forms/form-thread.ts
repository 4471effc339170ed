import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type pg from 'pg';
import { assemble } from '../../assembly/assemble.ts';
import type { Blueprint, Objective, Pairs } from '../../assembly/blueprint.ts';
import { informationOf } from '../../assembly/information.ts';
import { loadSolver } from '../../assembly/solver.ts';
import { createConnection } from '../../db/connection.ts';
import { isUnavailable } from '../../db/database-error.ts';
import {
  type FormCandidate,
  readCandidates,
  readDuplicates,
  readFormRequest,
  readItemParameters,
} from '../../db/forms/form-candidates.ts';
import { saveForms } from '../../db/forms/save-forms.ts';
import { keepStatements, type PastStatement } from '../../db/statement-log.ts';
import type { FormRequest } from '../../domain/form-input.ts';
import type { FormAnswer, FormOutcome, FormTask } from './form-task.ts';

// On Linux this is the priority of this thread alone: requests go first, ten to one. With the lowest priority,
// a service that has much to do would leave it too little of its time limit to find any form.
if (process.platform === 'linux') setPriority(10);

/** More would not fit into the memory of the thread. */
const maxCandidates = 500_000;

parentPort?.postMessage(await run(workerData as FormTask));

async function run(task: FormTask): Promise<FormAnswer> {
  const client = createConnection(task.databaseUrl, 'quaestor forms');
  const statements: PastStatement[] = [];
  if (task.keepsStatements) keepStatements(client, statements);
  try {
    await client.connect();
    return { outcome: await assembleForms(client, task), statements };
  } catch (error) {
    // Decided here: an error loses its code when it leaves the thread.
    if (isUnavailable(error)) {
      return { outcome: { state: 'disconnected', reason: String(error) }, statements };
    }
    throw error;
  } finally {
    await client.end();
  }
}

async function assembleForms(client: pg.Client, task: FormTask): Promise<FormOutcome> {
  const start = performance.now();
  const form = await readFormRequest(client, task.id);
  if (!form) return { state: 'dropped' };
  const { request, seed, analysisId } = form;
  const all = await readCandidates(client, request, maxCandidates);
  if (!all) {
    const limit = maxCandidates.toLocaleString('en');
    return failed('too_many_questions', `More than ${limit} questions match. Narrow the criteria.`);
  }
  const candidates = analysisId ? await withInformation(client, all, request, analysisId) : all;
  const duplicates = request.avoidDuplicates ? await readDuplicates(client, candidates) : [];
  const blueprint = toBlueprint(request, seed, candidates, duplicates);
  const remaining = () => task.timeLimit - (performance.now() - start) / 1000;
  const assembly = assemble(blueprint, candidates, { solve: await loadSolver(), remaining });
  if (assembly.status === 'UNKNOWN') {
    return failed(
      'time_limit',
      `No form was found within ${task.timeLimit} s, the limit set by FORM_TIMEOUT. Ask for fewer forms or constraints.`,
    );
  }
  const isSaved = await saveForms(client, task, assembly, candidates);
  return { state: isSaved ? 'saved' : 'dropped' };
}

/** Questions without item parameters give no information that is known: they are no candidates. */
async function withInformation(
  client: pg.Client,
  candidates: readonly FormCandidate[],
  { objective }: FormRequest,
  analysisId: string,
): Promise<FormCandidate[]> {
  const parameters = await readItemParameters(client, analysisId);
  const abilities = (objective?.targets ?? []).map(({ ability }) => ability);
  return candidates.flatMap((candidate) => {
    const item = parameters.get(candidate.id);
    if (!item) return [];
    return [
      { ...candidate, information: abilities.map((ability) => informationOf(item, ability)) },
    ];
  });
}

function toBlueprint(
  request: FormRequest,
  seed: string,
  candidates: readonly FormCandidate[],
  duplicates: readonly (readonly string[])[],
): Blueprint {
  const places = new Map(candidates.map(({ id }, index) => [id, index]));
  const toPair = ([a = '', b = '']: readonly string[]): Pairs => {
    const [first, second] = [places.get(a), places.get(b)];
    return first === undefined || second === undefined ? [] : [[first, second]];
  };
  const { forms, length, quotas, maxPerTopic = null, enemies, overlap } = request;
  return {
    forms,
    length,
    quotas,
    maxPerTopic,
    enemies: enemies.flatMap(toPair),
    enemyPlaces: enemies.flatMap((pair, at) => (toPair(pair).length > 0 ? [at] : [])),
    duplicates: duplicates.flatMap(toPair),
    overlap,
    objective: toObjective(request),
    seed,
  };
}

function toObjective({ objective }: FormRequest): Objective {
  if (!objective || objective.kind === 'random') return { kind: 'random' };
  if (objective.kind === 'least_exposure') return { kind: 'least_exposure' };
  const targets = objective.targets ?? [];
  const wanted = targets.flatMap(({ information }) => information ?? []);
  return wanted.length === 0
    ? { kind: 'max_information' }
    : { kind: 'target_information', target: wanted };
}

function failed(code: string, detail: string): FormOutcome {
  return { state: 'failed', error: { code, detail } };
}
