import { EndedView, ListSessionsInput, LoginInput, RegisterInput, SecondFactorInput } from '@gateway/contract/accounts'
import {
  ConfirmedView,
  ConfirmInput,
  CurrentView,
  DoneView,
  EndSessionInput,
  PasskeyInput,
  PasskeyOptionsInput,
  PortalSessionsView,
  PortalSignedInView,
  PortalSignInView,
  presentChallenge,
  presentConfirmed,
  presentCurrent,
  presentPortalSession,
  presentPortalSignIn,
  presentSecondFactor,
} from '@gateway/contract/portal/accounts'
import { getMe } from '@gateway/operations/accounts/auth/get-me'
import { endSession, listSessions, signOut, signOutEverywhere } from '@gateway/operations/accounts/auth/list-sessions'
import type { SignedIn } from '@gateway/operations/accounts/auth/session'
import { confirmSession, confirmWithPasskey, requestConfirmation } from '@gateway/operations/accounts/confirm-session'
import { finishSignIn, finishWithPasskey, requestPasskey } from '@gateway/operations/accounts/finish-sign-in'
import { register } from '@gateway/operations/accounts/register'
import { signIn } from '@gateway/operations/accounts/sign-in'
import type { RequestContext } from '../context.ts'
import { dropSession, keepSession } from '../http/session-cookie.ts'
import { portalProbeProcedure, portalProcedure, portalPublicProcedure, router } from '../trpc.ts'

const openedIn = 'portal'
const done = { done: true } as const
const signedOut = { status: 'signed_out' } as const

/** The answer of a finished sign-in: the token goes into a cookie, and no script of a page ever sees it. */
function enter(ctx: RequestContext, signedIn: SignedIn) {
  keepSession(ctx, signedIn)
  return presentPortalSignIn(signedIn)
}

/** Signing in to the portal, and the sessions of its user. */
export const portalRouter = router({
  signUp: portalPublicProcedure
    .input(RegisterInput)
    .output(PortalSignedInView)
    .mutation(async ({ ctx, input }) => enter(ctx, await register(ctx, { ...input, openedIn }))),

  signIn: portalPublicProcedure
    .input(LoginInput)
    .output(PortalSignInView)
    .mutation(async ({ ctx, input }) => {
      const outcome = await signIn(ctx, { ...input, openedIn })
      return 'ticket' in outcome ? presentSecondFactor(outcome) : enter(ctx, outcome)
    }),

  finishSignIn: portalPublicProcedure
    .input(SecondFactorInput)
    .output(PortalSignedInView)
    .mutation(async ({ ctx, input }) => enter(ctx, await finishSignIn(ctx, { ...input, openedIn }))),

  passkeyOptions: portalPublicProcedure
    .input(PasskeyOptionsInput)
    .mutation(async ({ ctx, input }) => presentChallenge(await requestPasskey(ctx, input))),

  finishPasskey: portalPublicProcedure
    .input(PasskeyInput)
    .output(PortalSignedInView)
    .mutation(async ({ ctx, input }) =>
      enter(ctx, await finishWithPasskey(ctx, { challengeId: input.challenge_id, response: input.response, openedIn })),
    ),

  current: portalProbeProcedure
    .output(CurrentView)
    .query(async ({ ctx, ctx: { actor } }) => (actor ? presentCurrent(await getMe(ctx, { actor }), actor) : signedOut)),

  confirm: portalProcedure
    .input(ConfirmInput)
    .output(ConfirmedView)
    .mutation(async ({ ctx, input }) => presentConfirmed(await confirmSession(ctx, { actor: ctx.actor, shown: input }))),

  confirmPasskeyOptions: portalProcedure.mutation(async ({ ctx }) => presentChallenge(await requestConfirmation(ctx, ctx))),

  confirmPasskey: portalProcedure
    .input(PasskeyInput)
    .output(ConfirmedView)
    .mutation(async ({ ctx, input }) =>
      presentConfirmed(await confirmWithPasskey(ctx, { actor: ctx.actor, challengeId: input.challenge_id, response: input.response })),
    ),

  signOut: portalProcedure.output(DoneView).mutation(async ({ ctx }) => {
    await signOut(ctx, ctx)
    dropSession(ctx)
    return done
  }),

  signOutEverywhere: portalProcedure.output(EndedView).mutation(async ({ ctx }) => {
    const sessions_ended = await signOutEverywhere(ctx, ctx)
    dropSession(ctx)
    return { sessions_ended }
  }),

  sessions: portalProcedure
    .meta({ many: true })
    .input(ListSessionsInput)
    .output(PortalSessionsView)
    .query(async ({ ctx, input }) => {
      const { sessions, total } = await listSessions(ctx, { actor: ctx.actor, page: input })
      return { sessions: sessions.map(presentPortalSession), total, limit: input.limit, offset: input.offset }
    }),

  endSession: portalProcedure
    .input(EndSessionInput)
    .output(DoneView)
    .mutation(async ({ ctx, input }) => {
      await endSession(ctx, { actor: ctx.actor, ...input })
      return done
    }),
})
