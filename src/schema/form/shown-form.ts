import type { Form } from '../../db/generated/prisma/client.ts';

/** Forms as a caller reads them. */
export interface ShownForm extends Form {
  /** Whether answers are shown. */
  readonly hasKey: boolean;
}
