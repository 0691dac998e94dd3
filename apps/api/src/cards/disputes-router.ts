import { cardDisputeView, cardPayoutView } from '@gateway/contract/cards/disputes'
import { DisputeEvidenceInput } from '@gateway/contract/cards/evidence'
import { CardDisputeRef, ListCardDisputesInput, ListCardPayoutsInput } from '@gateway/contract/cards/inputs'
import { acceptDispute, awaitDispute, sendEvidence } from '@gateway/operations/cards/disputes/answer-dispute'
import { getCardDispute, listCardDisputes } from '@gateway/operations/cards/disputes/get-dispute'
import { listCardPayouts } from '@gateway/operations/cards/payouts/list-payouts'
import { z } from 'zod'
import { idempotent } from '../http/idempotency/idempotent.ts'
import { resource } from '../http/procedures/resource.ts'
import { keyProcedure, router } from '../trpc.ts'

const disputes = resource({
  room: 'cards',
  path: '/api/cards/disputes',
  nouns: ['dispute', 'disputes'],
  ref: CardDisputeRef,
  view: cardDisputeView,
})
const payouts = resource({ room: 'cards', path: '/api/cards/payouts', nouns: ['payout', 'payouts'], view: cardPayoutView })

/** Disputes and inquiries of cardholders' banks. */
export const cardDisputesRouter = router({
  get: disputes
    .get({ description: 'By its id, or by the processor’s.' })
    .query(async ({ ctx, input }) => disputes.present(await getCardDispute(ctx, { actor: ctx.actor, name: input.id }))),

  list: disputes
    .list(ListCardDisputesInput, { description: 'Newest first, inquiries included. An API key sees the disputes of its business only.' })
    .query(async ({ ctx, input }) => disputes.page(input, await listCardDisputes(ctx, { actor: ctx.actor, filter: input }))),

  evidence: keyProcedure
    .meta({
      rest: {
        method: 'post',
        path: '/api/cards/disputes/{id}/evidence',
        tag: 'cards',
        summary: 'Send evidence against a dispute',
        description:
          'The bank reads evidence once: with `submit` everything stored so far is sent for good. Files (PDF, JPEG or PNG, 5 MiB together) need a body of multipart/form-data, which takes the texts too; one of the same kind takes the place of the last. Send it before `evidence_due_at`. 503 `TIMED_OUT`: the processor has not answered within ten seconds; the same request with the same key waits again.',
        flat: 'dispute',
        example: { customer_name: 'Lena Hoffmann', shipping_tracking_number: '00340434161094042557', submit: true },
        takesFiles: true,
        errors: ['INVALID_STATE', 'PROCESSOR_ERROR'],
      },
    })
    .input(DisputeEvidenceInput)
    .output(z.object({ dispute: cardDisputeView.schema }))
    .mutation(
      idempotent({
        work: ({ ctx, input, keep }) => sendEvidence(ctx, { actor: ctx.actor, evidence: input, keep }),
        resume: ({ ctx, reference }) => awaitDispute(ctx, { taskId: reference }),
        present: disputes.present,
      }),
    ),

  accept: keyProcedure
    .meta({
      rest: {
        method: 'post',
        path: '/api/cards/disputes/{id}/accept',
        tag: 'cards',
        summary: 'Accept a dispute',
        description: 'The dispute is lost with it, for good; its money stays with the cardholder.',
        flat: 'dispute',
        errors: ['INVALID_STATE', 'PROCESSOR_ERROR'],
      },
    })
    .input(CardDisputeRef)
    .output(z.object({ dispute: cardDisputeView.schema }))
    .mutation(
      idempotent({
        work: ({ ctx, input, keep }) => acceptDispute(ctx, { actor: ctx.actor, name: input.id, keep }),
        resume: ({ ctx, reference }) => awaitDispute(ctx, { taskId: reference }),
        present: disputes.present,
      }),
    ),
})

/** Payouts of the processor to the banks of businesses. */
export const cardPayoutsRouter = router({
  list: payouts
    .list(ListCardPayoutsInput, {
      summary: 'List payouts to the bank',
      description: 'What the processor has paid out to the banks of your businesses, newest first.',
    })
    .query(async ({ ctx, input }) => payouts.page(input, await listCardPayouts(ctx, { actor: ctx.actor, filter: input }))),
})
