import {
  AuthenticateEscrowInput,
  CreateEscrowInput,
  DisputeEscrowInput,
  EscrowEventsInput,
  EscrowRef,
  ListEscrowsInput,
  RefundEscrowInput,
  ReleaseEscrowInput,
} from '@gateway/contract/escrow-inputs'
import { createdEscrowView, noEscrowSecrets } from '@gateway/contract/escrow-creation'
import { EscrowActionsView, escrowEventView, EscrowListView, EscrowRoleView, escrowView } from '@gateway/contract/escrows'
import { PartyMember, presentParty } from '@gateway/contract/identity/party'
import { PageView } from '@gateway/contract/wire/page'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { actionsOf } from '@gateway/domain/escrows/actions'
import type { Escrow } from '@gateway/domain/escrows/escrow'
import type { Binding } from '@gateway/domain/identity/party'
import type { CreatedEscrow, PlacedEscrow } from '@gateway/operations/escrows/creation/commit-escrow'
import { createEscrow } from '@gateway/operations/escrows/creation/create-escrow'
import type { Deciding } from '@gateway/operations/escrows/decisions/decide'
import { disputeEscrow } from '@gateway/operations/escrows/decisions/dispute-escrow'
import { refundEscrow } from '@gateway/operations/escrows/decisions/refund-escrow'
import { releaseEscrow } from '@gateway/operations/escrows/decisions/release-escrow'
import { getEscrow } from '@gateway/operations/escrows/reading/get-escrow'
import { listEscrowEvents } from '@gateway/operations/escrows/reading/list-escrow-events'
import { listEscrows } from '@gateway/operations/escrows/reading/list-escrows'
import { authenticateAndBind } from '@gateway/operations/identity/parties/authenticate-and-bind'
import { bindParty, type BoundParty } from '@gateway/operations/identity/parties/bind-party'
import { type Keep, storeShown } from '@gateway/operations/idempotency/idempotency-keys'
import { z } from 'zod'
import type { RequestContext } from '../context.ts'
import { idempotent } from '../http/idempotency/idempotent.ts'
import { optionalProcedure, router, tokenProcedure } from '../trpc.ts'
import { escrowsPortalRouter } from './portal-router.ts'

const escrow = escrowView.schema
const presentInside = (whole: Escrow) => ({ escrow: escrowView.present({ escrow: whole, isInside: true }) })

/** A party's decision and what became of its binding. */
interface Decided {
  readonly escrow: Escrow
  readonly binding: Binding | null
}

const presentDecided = ({ escrow: whole, binding }: Decided) => ({ ...presentInside(whole), party: presentParty(binding) })

const BINDS =
  'A credential beside the token binds the DID of its merchant to the role of the token, once and for ever: `party` says what became of that. A key binds with the scope `reputation:write`, and an app binds nobody. No credential is needed; one of this service that is not valid is refused.'
const byToken = { tag: 'escrows', flat: 'escrow', errors: ['INVALID_ESCROW_TOKEN', 'INVALID_STATE'] } as const

/** Escrows between two parties, with or without an account. */
export const escrowsRouter = router({
  create: optionalProcedure
    .meta({
      rest: {
        method: 'post',
        path: '/api/escrow',
        status: 201,
        tag: 'escrows',
        summary: 'Create an escrow',
        description:
          'Reserves a deposit address, and answers one token for each party. Nobody needs an account; with a credential the escrow belongs to its business. Keep the tokens: they are answered once. Each party sees the escrow, and decides on it, at the page that its manage URL names; the holder of that link can act for the party. With a credential, a beneficiary that is no wallet of the business needs what a new wallet needs: the scope `wallets:write` of an API key, or a recent confirmation in the portal.',
        flat: 'escrow',
        example: {
          chain: 'BTC',
          amount: 0.05,
          depositor_address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
          beneficiary_address: 'bc1q34aq5drpuwy3wgl9lhup9892qp6svr8ldzyy7c',
          expires_in_hours: 24,
          fiat_currency: 'USD',
        },
        errors: [
          'INVALID_AMOUNT',
          'AMOUNT_TOO_SMALL',
          'AMOUNT_TOO_LARGE',
          'UNSUPPORTED_BLOCKCHAIN',
          'INVALID_ADDRESS',
          'BUSINESS_REQUIRED',
          'FORBIDDEN',
          'RATE_UNAVAILABLE',
          'NOT_IMPLEMENTED',
          'CHAIN_UNAVAILABLE',
        ],
      },
    })
    .input(CreateEscrowInput)
    .output(z.object({ escrow: createdEscrowView.schema }))
    .mutation(
      idempotent({
        work: ({ ctx, input, keep }) => createEscrow(ctx, { actor: ctx.actor, address: ctx.address, terms: input, keep }),
        present: (created: CreatedEscrow<PlacedEscrow>, { publicUrl }: RequestContext & { readonly actor: Actor | undefined }) => ({
          escrow: createdEscrowView.present({ ...created, publicUrl, isInside: true }),
        }),
        withoutSecrets: (answer) => ({ escrow: { ...answer.escrow, ...noEscrowSecrets } }),
      }),
    ),

  get: optionalProcedure
    .meta({
      rest: {
        method: 'get',
        path: '/api/escrow/{id}',
        tag: 'escrows',
        summary: 'Get an escrow',
        description:
          'Anybody may read an escrow. Metadata, disputes and the business are null unless the credential is one of its business or `X-Escrow-Token` is a token of a party.',
        limit: 'polling',
        takesEscrowToken: true,
        flat: 'escrow',
        errors: ['INVALID_ESCROW_TOKEN'],
      },
    })
    .input(EscrowRef)
    .output(z.object({ escrow }))
    .query(async ({ ctx, input }) => {
      const seen = await getEscrow(ctx, { id: input.id, reader: { actor: ctx.actor, token: ctx.escrowToken, address: ctx.address } })
      return { escrow: escrowView.present(seen) }
    }),

  list: optionalProcedure
    .meta({
      many: true,
      rest: {
        method: 'get',
        path: '/api/escrow',
        tag: 'escrows',
        summary: 'List escrows',
        description:
          'Newest first. With a credential, the escrows of its businesses; without one, those of exactly the named depositor or beneficiary, and none when neither is named.',
        list: true,
      },
    })
    .input(ListEscrowsInput)
    .output(EscrowListView)
    .query(async ({ ctx, input }) => {
      const { escrows, total, isInside } = await listEscrows(ctx, { actor: ctx.actor, filter: input })
      return {
        escrows: escrows.map((one) => escrowView.present({ escrow: one, isInside })),
        total,
        limit: input.limit,
        offset: input.offset,
      }
    }),

  authenticate: tokenProcedure
    .meta({
      rest: {
        method: 'post',
        path: '/api/escrow/{id}/auth',
        tag: 'escrows',
        summary: 'Recognize a token',
        description: `Answers which party a token belongs to, and what that party may do now. ${BINDS}`,
        errors: ['INVALID_ESCROW_TOKEN', 'PARTY_REFUSED'],
      },
    })
    .input(AuthenticateEscrowInput)
    .output(z.object({ escrow, role: EscrowRoleView, actions: EscrowActionsView, party: PartyMember }))
    .mutation(
      idempotent({
        work: ({ ctx, input }) => authenticateAndBind(ctx, { ...input, address: ctx.address, actor: ctx.actor }),
        present: ({ escrow: whole, role, binding }: BoundParty) => ({
          ...presentInside(whole),
          role,
          actions: actionsOf(whole, role),
          party: presentParty(binding),
        }),
      }),
    ),

  release: tokenProcedure
    .meta({
      rest: {
        ...byToken,
        method: 'post',
        path: '/api/escrow/{id}/release',
        summary: 'Release an escrow',
        description: `By the token of the depositor. The beneficiary is paid the amount less the fee; the status is \`settled\` once that is final. ${BINDS}`,
      },
    })
    .input(ReleaseEscrowInput)
    .output(z.object({ escrow, party: PartyMember }))
    .mutation(
      idempotent({
        work: ({ ctx, input, keep }) => decided(ctx, { id: input.id, token: input.releaseToken, keep }, releaseEscrow),
        present: presentDecided,
      }),
    ),

  refund: tokenProcedure
    .meta({
      rest: {
        ...byToken,
        method: 'post',
        path: '/api/escrow/{id}/refund',
        summary: 'Refund an escrow',
        description: `By the token of the depositor. Everything that was paid in goes back, without a fee. ${BINDS}`,
      },
    })
    .input(RefundEscrowInput)
    .output(z.object({ escrow, party: PartyMember }))
    .mutation(
      idempotent({
        work: ({ ctx, input: { releaseToken: token, ...input }, keep }) => decided(ctx, { ...input, token, keep }, refundEscrow),
        present: presentDecided,
      }),
    ),

  dispute: tokenProcedure
    .meta({
      rest: {
        ...byToken,
        method: 'post',
        path: '/api/escrow/{id}/dispute',
        summary: 'Dispute an escrow',
        description: `By the token of either party. Operators decide within two weeks, else the escrow is refunded; until then only the depositor can release it. ${BINDS}`,
      },
    })
    .input(DisputeEscrowInput)
    .output(z.object({ escrow, party: PartyMember }))
    .mutation(
      idempotent({
        work: ({ ctx, input, keep }) => decided(ctx, { ...input, keep }, disputeEscrow),
        present: presentDecided,
      }),
    ),

  events: optionalProcedure
    .meta({
      rest: {
        method: 'get',
        path: '/api/escrow/{id}/events',
        tag: 'escrows',
        summary: 'List the history of an escrow',
        takesEscrowToken: true,
        description: 'Oldest first. `details` are null unless the escrow itself would be whole for the caller.',
        errors: ['INVALID_ESCROW_TOKEN'],
      },
    })
    .input(EscrowEventsInput)
    .output(z.object({ events: z.array(escrowEventView.schema), total: PageView.total }))
    .query(async ({ ctx, input: { id, ...page } }) => {
      const reader = { actor: ctx.actor, token: ctx.escrowToken, address: ctx.address }
      const { events, total, isInside } = await listEscrowEvents(ctx, { id, reader, ...page })
      return { events: events.map(({ eventType: type, ...event }) => escrowEventView.present({ ...event, type, isInside })), total }
    }),

  portal: escrowsPortalRouter,
})

/** What a party asks for by its token, and where its response is stored. */
interface Wish {
  readonly id: string
  readonly token: string
  readonly keep: Keep<Decided> | undefined
}

/** Binds the merchant of a credential to the role of the token first, and then carries out the decision, whatever became of that. */
async function decided<Wished extends Wish>(
  ctx: RequestContext & { readonly actor: Actor | undefined },
  { keep, ...wish }: Wished,
  decide: (ctx: RequestContext, deciding: Omit<Wished, 'keep'> & Deciding) => Promise<Escrow>,
): Promise<Decided> {
  const { id, token } = wish
  const { address, actor } = ctx
  const { binding } = await bindParty(ctx, { id, token, address, actor })
  const show = (escrow: Escrow) => ({ escrow, binding })
  return show(await decide(ctx, { ...wish, address, keep: keep && storeShown(keep, show) }))
}
