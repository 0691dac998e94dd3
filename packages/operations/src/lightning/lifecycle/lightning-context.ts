import type { InvoiceNode } from '@gateway/chains/lightning/invoice-node'
import type { PayNode } from '@gateway/chains/lightning/pay-node'
import type { LightningLimits } from '@gateway/domain/lightning/limits'
import type { GuardedContext } from '../../custody/decisions/guarded-roles.ts'
import type { Context } from '../../kernel/context.ts'

/** Dependencies of the role that has the node's invoices; it can pay nothing. */
export interface InvoiceContext extends Context {
  readonly invoices: InvoiceNode
}

/** Dependencies of the role that sends; no other role can. */
export interface PayContext extends GuardedContext {
  readonly decidesAs: 'lightning'
  readonly pay: PayNode
  readonly lightningLimits: LightningLimits
  /** True while a file on the machine of the role pauses everything. */
  readonly isPausedByFile: () => boolean
}
