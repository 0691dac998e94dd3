import {
  ClaimDidInput,
  ClaimedDidView,
  LinkedDidView,
  type MadeLink,
  ownDidView,
  presentClaim,
  presentLink,
} from '@gateway/contract/identity/dids'
import { type ClaimedDid, claimDid, resumeClaim } from '@gateway/operations/identity/claims/claim-did'
import { getOwnDid } from '@gateway/operations/identity/claims/get-own-did'
import { linkDid } from '@gateway/operations/identity/claims/link-did'
import { z } from 'zod'
import { idempotent } from '../http/idempotency/idempotent.ts'
import { keyProcedure, router } from '../trpc.ts'

const tag = 'identity'

/** DIDs of merchants. */
export const didsRouter = router({
  claim: keyProcedure
    .meta({
      rest: {
        method: 'post',
        path: '/api/reputation/did/claim',
        status: 201,
        existing: 'existing',
        tag,
        summary: 'Claim a DID, or link one',
        description:
          'Gives the merchant a `did:key`, once and for good; the service makes its key and nobody can read it. A merchant that has one gets it again, with status 200. A body with `did` links a DID from elsewhere: with `public_key` and an Ed25519 signature over `claim-did:{did}:{merchantId}` it is verified and belongs to this merchant alone; without a proof it is shown as unverified and carries nothing. A test key claims and links nothing.',
        example: { display_name: 'Kestrel Prints' },
        errors: ['INVALID_SIGNATURE', 'INVALID_STATE', 'DID_TAKEN', 'ISSUER_UNAVAILABLE', 'NOT_IMPLEMENTED'],
      },
    })
    .input(ClaimDidInput)
    .output(z.union([ClaimedDidView, LinkedDidView]))
    .mutation(
      idempotent({
        work: ({ ctx, input: { link, displayName }, keep }) =>
          link ? linkDid(ctx, { actor: ctx.actor, link, keep }) : claimDid(ctx, { actor: ctx.actor, displayName, keep }),
        resume: ({ ctx, reference }) => resumeClaim(ctx, { id: reference }),
        present: (made: ClaimedDid | MadeLink) => ('link' in made ? presentLink(made) : presentClaim(made.seen, made.isNew)),
      }),
    ),

  get: keyProcedure
    .meta({
      rest: {
        method: 'get',
        path: '/api/reputation/did/me',
        tag,
        summary: 'Get your DID',
        description: 'With the DIDs that you have linked.',
        errors: ['NOT_FOUND'],
      },
    })
    .output(ownDidView.schema)
    .query(async ({ ctx }) => ownDidView.present(await getOwnDid(ctx, { actor: ctx.actor }))),
})
