import {
  AskForResetInput,
  ChangePasswordInput,
  EndedView,
  MerchantView,
  presentMerchant,
  ResetPasswordInput,
  SentView,
  VerifyEmailInput,
} from '@gateway/contract/accounts'
import { changePassword } from '@gateway/operations/accounts/passwords/change-password'
import { askForReset, resetPassword } from '@gateway/operations/accounts/passwords/reset-password'
import { askForVerification, verifyEmail } from '@gateway/operations/accounts/emails/verify-email'
import { z } from 'zod'
import { merchantProcedure, publicProcedure, router } from '../trpc.ts'

// The same answer whether or not the account exists.
const ASKED = 'If an account with this address exists, an e-mail with a link is on its way.'
const RESET = 'The password is set, and every session is revoked. Sign in with the new password.'
const SENT = 'An e-mail with a link is on its way, unless the address is already confirmed.'

/** Passwords and e-mail addresses: changing, confirming and recovering them. */
export const recoveryRouter = router({
  changePassword: merchantProcedure
    .meta({
      rest: {
        method: 'post',
        path: '/api/auth/password',
        tag: 'accounts',
        summary: 'Change the password',
        description: 'Revokes every other session. Attempts with a wrong current password count like failed sign-ins.',
        example: { current_password: 'correct horse battery staple', new_password: 'a longer and better one' },
        errors: ['SIGN_IN_BUSY'],
      },
    })
    .input(ChangePasswordInput)
    .output(EndedView)
    .mutation(async ({ ctx, input }) => ({
      sessions_ended: await changePassword(ctx, { actor: ctx.actor, current: input.currentPassword, next: input.newPassword }),
    })),

  askForReset: publicProcedure
    .meta({
      rest: {
        method: 'post',
        path: '/api/auth/password/forgot',
        tag: 'accounts',
        summary: 'E-mail a link that sets a new password',
        description: 'The answer does not reveal whether the account exists. The link works once, for 24 hours.',
      },
    })
    .input(AskForResetInput)
    .output(SentView)
    .mutation(async ({ ctx, input }) => {
      await askForReset(ctx, input)
      return { message: ASKED }
    }),

  resetPassword: publicProcedure
    .meta({
      rest: {
        method: 'post',
        path: '/api/auth/password/reset',
        tag: 'accounts',
        summary: 'Set a new password with the e-mailed token',
        description: 'Revokes every session, confirms the address, and unlocks an account after too many failed sign-ins.',
        errors: ['SIGN_IN_BUSY'],
      },
    })
    .input(ResetPasswordInput)
    .output(SentView)
    .mutation(async ({ ctx, input }) => {
      await resetPassword(ctx, input)
      return { message: RESET }
    }),

  verifyEmail: publicProcedure
    .meta({
      rest: {
        method: 'post',
        path: '/api/auth/verify-email',
        tag: 'accounts',
        summary: 'Confirm an e-mail address',
        description: 'Takes the token from the link e-mailed at registration; it works once, for 24 hours.',
        flat: 'merchant',
      },
    })
    .input(VerifyEmailInput)
    .output(z.object({ merchant: MerchantView }))
    .mutation(async ({ ctx, input }) => ({ merchant: presentMerchant(await verifyEmail(ctx, input)) })),

  askForVerification: merchantProcedure
    .meta({
      rest: {
        method: 'post',
        path: '/api/auth/verify-email/send',
        tag: 'accounts',
        summary: 'E-mail another confirmation link',
        description: 'No e-mail is sent when the address is already confirmed.',
      },
    })
    .output(SentView)
    .mutation(async ({ ctx }) => {
      await askForVerification(ctx, ctx)
      return { message: SENT }
    }),
})
