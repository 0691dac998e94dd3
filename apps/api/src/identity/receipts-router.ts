import { presentSubmittedReceipt, SubmittedReceiptView } from '@gateway/contract/identity/receipts'
import { SubmitReceiptInput } from '@gateway/contract/identity/receipt-inputs'
import { type SubmittedReceipt, submitReceipt } from '@gateway/operations/identity/receipts/submit-receipt'
import { idempotent } from '../http/idempotency/idempotent.ts'
import { keyProcedure } from '../trpc.ts'

/** Receipts that merchants write. */
export const receiptWrites = {
  submit: keyProcedure
    .meta({
      rest: {
        method: 'post',
        path: '/api/reputation/receipt',
        status: 201,
        existing: 'existing',
        tag: 'identity',
        summary: 'Submit a receipt',
        description:
          'A body with `agent_did` is an action receipt, every other one a task receipt. A task receipt counts (`verified`) once the escrow has settled and its author, who had a DID when it wrote it, and the counterparty are bound to its two roles; there is one for each escrow and author, beside one that it wrote before it had a DID. An action receipt counts when you own one of its two DIDs, another merchant, which has claimed a DID, owns the other, and `escrow_sig` is the buyer’s; of an economic one the escrow `task_id` has to be one that both have settled, its amount is taken from there, and it counts only while its agent has no economic receipt of that escrow, such as the one that the service writes of a party that is bound when it settles. Those of disputes, of identity and of compliance count only where the service wrote them. What does not count is stored with weight 0. The same action receipt again answers 200.',
        flat: 'receipt',
        example: {
          escrow_id: '6f1c2f0e-7d5b-4c60-9d3c-0b9d2a6f6c11',
          task_description: 'Two hundred posters, delivered in time',
          rating: 5,
          counterparty_did: 'did:key:z6MkiTBz1ymuepAQ4HEHYSF1H8quG5GLVVQR3djdX3mDooWp',
        },
        errors: ['DUPLICATE_RECEIPT', 'NOT_IMPLEMENTED'],
      },
    })
    .input(SubmitReceiptInput)
    .output(SubmittedReceiptView)
    .mutation(
      idempotent({
        work: ({ ctx, input, keep }) => submitReceipt(ctx, { actor: ctx.actor, wish: input, keep }),
        present: (submitted: SubmittedReceipt) => presentSubmittedReceipt(submitted),
      }),
    ),
}
