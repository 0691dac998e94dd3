import {
  AddPasskeyInput,
  ConfirmTotpInput,
  DoneView,
  FactorsView,
  FirstCodesView,
  presentChallenge,
  presentFactors,
  RecoveryCodesView,
  RemovePasskeyInput,
  RenamePasskeyInput,
  TotpSecretView,
} from '@gateway/contract/portal/accounts'
import { addPasskey, removePasskey, renamePasskey, startPasskey } from '@gateway/operations/accounts/factors/enrol-passkey'
import { confirmTotp, removeTotp, startTotp } from '@gateway/operations/accounts/factors/enrol-totp'
import { listFactors, newRecoveryCodes } from '@gateway/operations/accounts/factors/list-factors'
import { portalProcedure, router } from '../trpc.ts'

const done = { done: true } as const

/** The second factors of an account. Every change needs a session that was confirmed within five minutes. */
export const factorsRouter = router({
  list: portalProcedure.output(FactorsView).query(async ({ ctx }) => presentFactors(await listFactors(ctx, ctx))),

  startTotp: portalProcedure.output(TotpSecretView).mutation(({ ctx }) => startTotp(ctx, ctx)),

  confirmTotp: portalProcedure
    .input(ConfirmTotpInput)
    .output(FirstCodesView)
    .mutation(async ({ ctx, input }) => ({ recovery_codes: await confirmTotp(ctx, { actor: ctx.actor, ...input }) })),

  removeTotp: portalProcedure.output(DoneView).mutation(async ({ ctx }) => {
    await removeTotp(ctx, ctx)
    return done
  }),

  passkeyRegistration: portalProcedure.mutation(async ({ ctx }) => presentChallenge(await startPasskey(ctx, ctx))),

  addPasskey: portalProcedure
    .input(AddPasskeyInput)
    .output(FirstCodesView)
    .mutation(async ({ ctx, input }) => {
      const passkey = { actor: ctx.actor, name: input.name, challengeId: input.challenge_id, response: input.response }
      return { recovery_codes: await addPasskey(ctx, passkey) }
    }),

  renamePasskey: portalProcedure
    .input(RenamePasskeyInput)
    .output(DoneView)
    .mutation(async ({ ctx, input }) => {
      await renamePasskey(ctx, { actor: ctx.actor, ...input })
      return done
    }),

  removePasskey: portalProcedure
    .input(RemovePasskeyInput)
    .output(DoneView)
    .mutation(async ({ ctx, input }) => {
      await removePasskey(ctx, { actor: ctx.actor, ...input })
      return done
    }),

  newRecoveryCodes: portalProcedure
    .output(RecoveryCodesView)
    .mutation(async ({ ctx }) => ({ recovery_codes: await newRecoveryCodes(ctx, ctx) })),
})
