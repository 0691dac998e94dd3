import { DomainError, type FieldProblem, InvalidField } from '../kernel/error.ts'

/** A line, or all lines together, cannot stand on an invoice; every problem names its member. */
export class InvalidInvoice extends DomainError {
  readonly code = 'VALIDATION_ERROR'
  readonly kind = 'invalid'
  constructor(problems: readonly FieldProblem[]) {
    super(problems.map(({ field, message }) => `${field}: ${message}`).join('; '), { details: problems })
  }
}

/** The amount and the lines were both given, and the lines come to something else. */
export class AmountDiffersFromItems extends InvalidField {
  constructor(total: string) {
    super('amount', `differs from the sum of the items with tax, which is ${total}`)
  }
}
