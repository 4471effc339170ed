import type { MipModel } from './mip-model.ts';

export type Solution =
  | {
      readonly status: 'optimal' | 'feasible';
      readonly values: Float64Array;
      readonly objective: number;
      /** No solution costs less. */
      readonly bound: number;
    }
  | { readonly status: 'infeasible' }
  | { readonly status: 'unknown' };

export interface SolveOptions {
  /** Seconds. */
  readonly timeLimit: number;
  /** How much more than the least a solution may cost that counts as optimal. */
  readonly tolerance: number;
}

/** Solves models one after the other; each call blocks its thread. */
export type Solve = (model: MipModel, options: SolveOptions) => Solution;

/** Loads HiGHS, which is 3.5 MB of WebAssembly. */
export async function loadSolver(): Promise<Solve> {
  const module = await import('highs');
  // Its types describe the CommonJS half, whose loader is one level deeper.
  const loadHighs = module.default as unknown as typeof module.default.default;
  const highs = await loadHighs();
  const { modelStatus, variableType } = highs.constants;
  return (model, { timeLimit, tolerance }) => {
    if (timeLimit <= 0) return { status: 'unknown' };
    const { columns: numCols, rows: numRows } = model;
    if (numCols === 0) return solveWithoutColumns(model);
    const program = highs.createModel({
      numCols,
      numRows,
      colCost: Float64Array.from(model.costs),
      colLower: Float64Array.from(model.lower),
      colUpper: Float64Array.from(model.upper),
      rowLower: Float64Array.from(model.rowLower),
      rowUpper: Float64Array.from(model.rowUpper),
      integrality: model.integrality.map((isInteger) =>
        isInteger ? variableType.integer : variableType.continuous,
      ),
      matrix: {
        format: 'csr',
        numCols,
        numRows,
        starts: Int32Array.from(model.starts),
        indices: Int32Array.from(model.indices),
        values: Float64Array.from(model.values),
      },
    });
    try {
      program.options.set({
        output_flag: false,
        time_limit: timeLimit,
        mip_abs_gap: tolerance,
        mip_rel_gap: 0,
        random_seed: 1,
      });
      program.run();
      const status = program.getModelStatus();
      if (status === modelStatus.infeasible) return { status: 'infeasible' };
      const isOptimal = status === modelStatus.optimal;
      const isFound = isOptimal || program.info.get('primal_solution_status') === 2;
      if (!isFound) return { status: 'unknown' };
      const values = Float64Array.from(program.getSolution().colValue);
      const objective = program.getObjectiveValue();
      const bound = isOptimal ? objective : Number(program.info.get('mip_dual_bound'));
      return { status: isOptimal ? 'optimal' : 'feasible', values, objective, bound };
    } finally {
      program.dispose();
    }
  };
}

/** HiGHS does not look at the rows of such a model. */
function solveWithoutColumns({ rowLower, rowUpper }: MipModel): Solution {
  const isMet = rowLower.every((lower, row) => lower <= 0 && (rowUpper[row] ?? 0) >= 0);
  if (!isMet) return { status: 'infeasible' };
  return { status: 'optimal', values: new Float64Array(0), objective: 0, bound: 0 };
}
