import { DomainError } from '../kernel/error.ts'
import type { MerchantId } from '../kernel/id.ts'

/** The name of an operator in the audit log and on approvals: who decides is a merchant with the role. */
export type OperatorName = `operator:${MerchantId}`

/** The name of an operator. */
export const operatorName = (merchantId: MerchantId): OperatorName => `operator:${merchantId}`

/** What only an operator does was asked without a session that decides; the message says what to do. */
export class OperatorRequired extends DomainError {
  readonly code = 'FORBIDDEN'
  readonly kind = 'forbidden'
}

/** A session that decides nothing any more. */
export class OperatorSessionRequired extends OperatorRequired {
  constructor() {
    super('This needs a session of an operator that is live and was opened with a second factor: sign in again')
  }
}
