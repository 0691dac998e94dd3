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
import { changePassword } from '@gateway/operations/accounts/change-password'
import { askForReset, resetPassword } from '@gateway/operations/accounts/reset-password'
import { askForVerification, verifyEmail } from '@gateway/operations/accounts/verify-email'
import { z } from 'zod'
import { merchantProcedure, publicProcedure, router } from '../trpc.ts'

// One sentence, whether or not there is such an account.
const ASKED = 'If there is an account with this address, a letter with a link is on its way.'
const RESET = 'The password is set, and every session has ended. Sign in with it.'
const SENT = 'A letter with a link is on its way, unless the address is confirmed already.'

/** Passwords and e-mail addresses: changing, confirming and recovering them. */
export const recoveryRouter = router({
  changePassword: merchantProcedure
    .meta({
      rest: {
        method: 'post',
        path: '/api/auth/password',
        tag: 'accounts',
        summary: 'Change the password',
        description: 'Every other session ends at once. Attempts with a wrong current password count like failed sign-ins.',
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
        summary: 'Ask for a link that sets a new password',
        description: 'The answer is the same whether or not there is such an account. The link works once, for 24 hours.',
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
        summary: 'Set a new password by a link',
        description: 'Ends every session, confirms the address, and opens an account that too many failed sign-ins have closed.',
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
        summary: 'Confirm an e-mail address by a link',
        description: 'The link was sent at registration; it works once, for 24 hours.',
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
        summary: 'Ask for another link that confirms the address',
        description: 'Nothing is sent when the address is confirmed already.',
      },
    })
    .output(SentView)
    .mutation(async ({ ctx }) => {
      await askForVerification(ctx, ctx)
      return { message: SENT }
    }),
})
