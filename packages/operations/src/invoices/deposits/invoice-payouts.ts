import type { PayoutOwner } from '../../kernel/address-owners.ts'

/** How invoices react to the signer: a signed round changes nothing of them, and one that waits is shown where payouts are. */
export const invoicePayouts: PayoutOwner = {
  async payoutsJudged() {},
  decisionSigned: () => Promise.resolve(false),
}
