import {
  CredentialListView,
  CredentialRef,
  credentialView,
  ListCredentialsInput,
  listedCredentialView,
  presentRevocations,
  presentVerdict,
  RequestCredentialInput,
  RevocationListView,
  VerdictView,
  VerifyCredentialInput,
} from '@gateway/contract/identity/credentials'
import { getCredential, listCredentials, listRevocations } from '@gateway/operations/identity/credentials/read-credentials'
import { type RequestedCredential, requestCredential, resumeRequest } from '@gateway/operations/identity/credentials/request-credential'
import { verifyCredential } from '@gateway/operations/identity/verification/verify-credential'
import { z } from 'zod'
import { idempotent } from '../http/idempotency/idempotent.ts'
import { keyProcedure, optionalProcedure, publicProcedure, router } from '../trpc.ts'

const tag = 'identity'
const REVOCATIONS_MAX_AGE_SECONDS = 60
const one = z.object({ credential: credentialView.schema })
const Existing = z
  .boolean()
  .meta({ description: 'True where it was issued earlier on the same day (UTC); the status is 200 then.', example: false })

/** Credentials that the service has issued, and a verdict about any. */
export const credentialsRouter = router({
  request: keyProcedure
    .meta({
      rest: {
        method: 'post',
        path: '/api/reputation/credential',
        status: 201,
        existing: 'existing',
        tag,
        summary: 'Request a credential',
        description:
          'Has the service sign what your reputation is now. It is valid for 30 days, and a DID gets one a day: a second request of a day is answered with the first one’s, with status 200. A test key requests none.',
        flat: 'credential',
        example: { credential_type: 'ReputationCredential' },
        errors: ['NOT_FOUND', 'ISSUER_UNAVAILABLE', 'NOT_IMPLEMENTED'],
      },
    })
    .input(RequestCredentialInput)
    .output(one.extend({ existing: Existing }))
    .mutation(
      idempotent({
        work: ({ ctx, keep }) => requestCredential(ctx, { actor: ctx.actor, keep }),
        resume: ({ ctx, reference }) => resumeRequest(ctx, { id: reference }),
        present: ({ seen, isNew }: RequestedCredential) => ({ credential: credentialView.present(seen), existing: !isNew }),
      }),
    ),

  get: optionalProcedure
    .meta({
      rest: {
        method: 'get',
        path: '/api/reputation/credential/{id}',
        cors: true,
        tag,
        summary: 'Get a credential',
        description:
          'For everybody. `proof.jwt` is the whole of it: a W3C VC 2.0 that is secured with JOSE, which any library of it verifies.',
        flat: 'credential',
      },
    })
    .input(CredentialRef)
    .output(one)
    .query(async ({ ctx, input }) => ({ credential: credentialView.present(await getCredential(ctx, input)) })),

  list: publicProcedure
    .meta({
      many: true,
      rest: {
        method: 'get',
        path: '/api/reputation/credentials',
        cors: true,
        tag,
        summary: 'List the credentials about a DID',
        description: 'Newest first, revoked ones too.',
        list: true,
      },
    })
    .input(ListCredentialsInput)
    .output(CredentialListView)
    .query(async ({ ctx, input }) => {
      const { rows, total } = await listCredentials(ctx, input)
      return { credentials: rows.map(listedCredentialView.present), total, limit: input.limit, offset: input.offset }
    }),

  verify: optionalProcedure
    .meta({
      rest: {
        method: 'post',
        path: '/api/reputation/verify',
        tag,
        summary: 'Verify a credential',
        description:
          'Says whether a credential is valid now: signature, issuer, dates, and its status, which is read every time. Send the id of one of ours, or a whole credential of any issuer with a `did:web` or `did:key`; what of another issuer cannot be reached makes its credential not valid. The status of a verdict is always 200, and `reason` says what is wrong.',
        errors: ['VERIFICATION_BUSY'],
      },
    })
    .input(VerifyCredentialInput)
    .output(VerdictView)
    .query(async ({ ctx, input }) => presentVerdict(await verifyCredential(ctx, input))),

  revocations: publicProcedure
    .meta({
      rest: {
        method: 'get',
        path: '/api/reputation/revocation-list',
        cors: true,
        maxAgeSeconds: REVOCATIONS_MAX_AGE_SECONDS,
        tag,
        summary: 'List revoked credentials',
        description: 'All of them, the last revoked first. The signed status lists that credentials name say the same.',
      },
    })
    .output(RevocationListView)
    .query(async ({ ctx }) => presentRevocations(await listRevocations(ctx))),
})
